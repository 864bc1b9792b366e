"""One side of benchmarks/run.sh: the same LoRA training by transformers and PEFT, one padded batch a step.

    python benchmarks/train_peft.py models/smollm2.gguf SAMPLES.json STEPS
SAMPLES.json: [{"tokens": [...], "prompt_tokens": N}, ...], as cuset tokenized them. Prints tokens/s (padding not counted)
over all steps but the first, and the peak resident memory.
"""

import json
import os
import resource
import sys
import time

import peft
import torch
import transformers


def main():
    path, samples, steps = sys.argv[1], json.load(open(sys.argv[2])), int(sys.argv[3])
    directory, name = os.path.split(os.path.realpath(path))
    model = transformers.AutoModelForCausalLM.from_pretrained(directory, gguf_file=name, dtype=torch.float32)
    model = peft.get_peft_model(model, peft.LoraConfig(r=8, lora_alpha=16, lora_dropout=0.05, target_modules="all-linear",
                                                       task_type="CAUSAL_LM"))
    model.train()
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=1e-4, weight_decay=0.0)
    counted, seconds = 0, 0.0
    for step in range(steps):
        batch = samples[4 * step:4 * step + 4]
        longest = max(len(s["tokens"]) for s in batch)
        ids = torch.zeros(len(batch), longest, dtype=torch.long)
        mask, labels = torch.zeros_like(ids), torch.full_like(ids, -100)
        for row, s in enumerate(batch):
            n = len(s["tokens"])
            ids[row, :n] = torch.tensor(s["tokens"])
            mask[row, :n] = 1
            labels[row, s["prompt_tokens"]:n] = ids[row, s["prompt_tokens"]:n]
        begin = time.perf_counter()
        model(ids, attention_mask=mask, labels=labels).loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if step > 0:
            seconds += time.perf_counter() - begin
            counted += int(mask.sum())
    print(json.dumps({"tokens_per_s": counted / seconds,
                      "peak_rss_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


main()
