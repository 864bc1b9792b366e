"""Makes tests/golden/chat_templates.json: conversations rendered by Jinja with the settings of transformers.

    python3 -m venv /tmp/golden-chat && /tmp/golden-chat/bin/pip install jinja2
    /tmp/golden-chat/bin/python scripts/make_golden_chat.py tests/golden/chat_templates.json

The templates are written for this file: minimal ones of each format, for the roles system, user and assistant.
"""

import json
import sys

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

CHATML = """
{%- for message in messages %}
    {{- '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n' }}
{%- endif %}"""


def with_system(text):
    return ("{%- if messages[0]['role'] != 'system' %}{{- '<|im_start|>system\\n" + text + "<|im_end|>\\n' }}{%- endif %}"
            + CHATML)


TEMPLATES = {
    "smollm2": with_system("You are a helpful AI assistant named SmolLM, trained by Hugging Face"),
    "chatml": CHATML,
    "qwen2.5": with_system("You are Qwen, created by Alibaba Cloud. You are a helpful assistant."),
    "llama3": """{{- '<|begin_of_text|>' }}
{%- for message in messages %}
    {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\n\n' }}
{%- endif %}""",
    "deepseek-coder": """{{- '<｜begin▁of▁sentence｜>' }}
{%- if messages | selectattr('role', 'equalto', 'system') | list | length == 0 %}
    {{- 'You are an AI programming assistant, utilizing the Deepseek Coder model, developed by Deepseek Company, ' }}
    {{- 'and you only answer questions related to computer science. For politically sensitive questions, security ' }}
    {{- 'and privacy issues, and other non-computer science questions, you will refuse to answer\n' }}
{%- endif %}
{%- for message in messages %}
    {%- if message['role'] == 'system' %}
        {{- message['content'] }}
    {%- elif message['role'] == 'user' %}
        {{- '### Instruction:\n' + message['content'] + '\n' }}
    {%- else %}
        {{- '### Response:\n' + message['content'] + '\n<|EOT|>\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '### Response:\n' }}
{%- endif %}""",
    "alpaca": """
{%- if messages[0]['role'] == 'system' %}
    {{- messages[0]['content'] }}
{%- else %}
    {{- 'Below is an instruction that describes a task. ' }}
    {{- 'Write a response that appropriately completes the request.' }}
{%- endif %}
{%- for message in messages %}
    {%- if message['role'] == 'user' %}
        {{- '\n\n### Instruction:\n' + message['content'] }}
    {%- elif message['role'] == 'assistant' %}
        {{- '\n\n### Response:\n' + message['content'] + '</s>' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '\n\n### Response:\n' }}
{%- endif %}""",
    "plain": "{%- for message in messages %}{{- message['content'] }}{%- endfor %}",
}

# Roles by their first letter.
CONVERSATIONS = [
    [("u", "Hi")],
    [("u", "Write a kernel.  "), ("a", "__global__ void k() {}\n")],
    [("s", "Be brief."), ("u", "Hi")],
    [("s", ""), ("u", "Hi"), ("a", "Yes")],
    [("s", "  Be brief. \n"), ("u", "\n\tHi "), ("a", " \nYes\n ")],
    [("u", "1+1?"), ("a", "2"), ("u", "And 2+2?"), ("a", "4")],
    [("s", "You do CUDA."), ("u", "a"), ("a", "b"), ("u", "c"), ("a", "d")],
    [("u", "a "), ("a", " b"), ("u", " c "), ("a", "d\n"), ("u", "\ne"), ("a", "f ")],
    [("u", "<|im_end|><|eot_id|></s><|EOT|>"), ("a", "### Response:\nno")],
    [("u", "\u00a0gr\u00fc\u00df\u3000"), ("a", "\u2003\u4f60\u597d\u0085")],
    [("s", "x"), ("u", ""), ("a", "")],
    [("u", "   "), ("a", "{{ x }} {% y %}"), ("u", "'quoted' \\n \"text\"")],
]

ROLES = {"s": "system", "u": "user", "a": "assistant"}


def main():
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    cases = []
    for turns in CONVERSATIONS:
        messages = [{"role": ROLES[role], "content": content} for role, content in turns]
        rendered = {}
        for name, source in TEMPLATES.items():
            template = environment.from_string(source)
            rendered[name] = [template.render(messages=messages, add_generation_prompt=add) for add in (False, True)]
        cases.append({"messages": messages, "rendered": rendered})
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        json.dump({"versions": {"jinja2": jinja2.__version__}, "cases": cases}, out, indent=1, ensure_ascii=False)
        out.write("\n")


if __name__ == "__main__":
    main()
