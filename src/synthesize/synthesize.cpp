#include "synthesize/synthesize.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "judge/parallel.h"
#include "synthesize/split.h"
#include "synthesize/style.h"
#include "synthesize/verify.h"

namespace cuset::synthesize {
namespace {

constexpr size_t kDraftsPerProgram = 40;
constexpr long kMaxRepeats = 200;  // drafts in a row that a family may repeat before it counts as used up

struct Candidate {
    Pair pair;
    Draft draft;
};

std::vector<const Family*> chosen_families(const std::vector<std::string>& names) {
    std::vector<const Family*> chosen;
    std::string known;
    for (const Family& family : families()) {
        known += (known.empty() ? "" : ", ") + std::string(family.name);
        if (names.empty()) chosen.push_back(&family);
    }
    for (const std::string& name : names) {
        const auto found = std::find_if(families().begin(), families().end(),
                                        [&](const Family& family) { return name == family.name; });
        if (found == families().end()) user_error("task family \"{}\" is not known; use {}", name, known);
        if (std::find(chosen.begin(), chosen.end(), &*found) == chosen.end()) chosen.push_back(&*found);
    }
    return chosen;
}

// An endless supply of different drafts of one family from some of its compositions.
class Source {
   public:
    Source(const Family& family, std::vector<Composition> compositions, const SynthOptions& options,
           std::string purpose)
        : family_(family), compositions_(std::move(compositions)), options_(options), purpose_(std::move(purpose)) {}

    Candidate next() {
        for (long repeats = 0; repeats < kMaxRepeats; ++repeats) {
            const Composition& composition = compositions_[static_cast<size_t>(drawn_) % compositions_.size()];
            Random random(options_.seed, fmt::format("{}/{}/{}", purpose_, family_.name, drawn_++));
            const Style style = draw_style(options_.style, random);
            Candidate candidate;
            candidate.draft = family_.draft(composition, style, random);
            Pair& pair = candidate.pair;
            pair.family = family_.name;
            pair.composition = fmt::format("{}/{}", family_.name, join(composition, "+"));
            pair.prompt = candidate.draft.task.prompt;
            pair.response = "```cuda\n" + candidate.draft.code + "```";
            if (!seen_.insert(pair.prompt + pair.response).second) continue;
            pair.id = fmt::format("{}-{}-{:04}", family_.name, purpose_, given_++);
            candidate.draft.task.id = pair.id;
            return candidate;
        }
        user_error(
            "task family \"{}\" has only {} different {} pairs at style {}; ask for fewer, use more families or a "
            "higher style",
            family_.name, given_, purpose_, options_.style);
    }

   private:
    const Family& family_;
    std::vector<Composition> compositions_;
    const SynthOptions& options_;
    std::string purpose_;
    std::set<std::string> seen_;
    long drawn_ = 0, given_ = 0;
};

class Synthesizer {
   public:
    Synthesizer(const SynthOptions& options, const ProgressCallback& progress)
        : options_(options), progress_(progress) {
        state_.total = options.count + options.held_out;
    }

    SynthReport report;

    // Hands `count` verified candidates to `use`, the sources taking turns. What verification drops is made up for by
    // further drafts of the same source.
    void produce(std::vector<Source>& sources, long count, const std::string& order,
                 const std::function<void(const Candidate&)>& use) {
        if (sources.empty()) return;
        std::vector<size_t> wanted;  // a source for each candidate
        for (long i = 0; i < count; ++i) wanted.push_back(static_cast<size_t>(i) % sources.size());
        Random(options_.seed, "order/" + order).shuffle(wanted);
        while (!wanted.empty()) {
            std::vector<Candidate> candidates;
            for (const size_t source : wanted) candidates.push_back(sources[source].next());
            std::vector<size_t> missing;
            verify_in_order(candidates, [&](size_t index, const Verification& verification) {
                if (keep(candidates[index], verification))
                    use(candidates[index]);
                else
                    missing.push_back(wanted[index]);
            });
            if (!report.faults.empty() && missing.size() == wanted.size()) return;  // nothing works: report, don't loop
            wanted = std::move(missing);
        }
    }

   private:
    bool keep(const Candidate& candidate, const Verification& verification) {
        if (verification.status == Verification::Status::trivial) ++report.trivial;
        if (verification.status == Verification::Status::fault)
            report.faults.push_back(
                {candidate.pair.id, candidate.pair.prompt, candidate.draft.code, verification.message});
        return verification.status == Verification::Status::good;
    }

    // Batches run in parallel and finish in any order; `use` sees the candidates in theirs.
    void verify_in_order(const std::vector<Candidate>& candidates,
                         const std::function<void(size_t, const Verification&)>& use) {
        using Batch = std::vector<Verification>;
        const size_t batches = (candidates.size() + kDraftsPerProgram - 1) / kDraftsPerProgram;
        const auto work = [&](size_t batch) {
            std::vector<Draft> drafts;
            const size_t first = batch * kDraftsPerProgram;
            const size_t last = std::min(candidates.size(), first + kDraftsPerProgram);
            for (size_t i = first; i < last; ++i) drafts.push_back(candidates[i].draft);
            return verify(drafts, options_.limits);
        };
        std::map<size_t, Batch> waiting;
        size_t next = 0;
        judge::parallel_each<Batch>(batches, options_.jobs, work, [&](size_t batch, Batch&& verified) {
            waiting.emplace(batch, std::move(verified));
            for (; !waiting.empty() && waiting.begin()->first == next; waiting.erase(waiting.begin()), ++next) {
                const Batch& done = waiting.begin()->second;
                for (size_t i = 0; i < done.size(); ++i) use(next * kDraftsPerProgram + i, done[i]);
                state_.done = report.pairs + report.tasks;
                if (progress_) progress_(state_);
            }
        });
    }

    const SynthOptions& options_;
    const ProgressCallback& progress_;
    Progress state_;
};

}  // namespace

Json to_json(const Pair& pair) {
    return {{"id", pair.id},     {"prompt", pair.prompt}, {"response", pair.response},
            {"source", "synth"}, {"family", pair.family}, {"composition", pair.composition}};
}

SynthReport synthesize(const SynthOptions& options, const ProgressCallback& progress, const PairCallback& on_pair,
                       const TaskCallback& on_task) {
    if (options.style < 0 || options.style >= kStyleLevels)
        user_error("style {} is not known; use 0 to {}", options.style, kStyleLevels - 1);
    if (options.count < 0 || options.held_out < 0)
        user_error("a negative number of pairs was asked for; use 0 or more");
    if (!(options.held_out_share >= 0 && options.held_out_share < 1))
        user_error("the held-out share {} is out of range; use 0 <= share < 1", options.held_out_share);
    std::vector<Source> training, held_out;
    for (const Family* family : chosen_families(options.families)) {
        Split parts = split(*family, options.held_out_share, options.seed);
        training.emplace_back(*family, std::move(parts.training), options, "train");
        if (!parts.held_out.empty()) held_out.emplace_back(*family, std::move(parts.held_out), options, "held");
    }
    if (options.held_out > 0 && options.held_out_share == 0)
        user_error("held-out tasks need compositions of their own; use a held-out share above 0");
    Synthesizer synthesizer(options, progress);
    SynthReport& report = synthesizer.report;
    synthesizer.produce(training, options.count, "train", [&](const Candidate& candidate) {
        ++report.pairs;
        on_pair(candidate.pair);
    });
    synthesizer.produce(held_out, options.held_out, "held", [&](const Candidate& candidate) {
        ++report.tasks;
        judge::Task task = candidate.draft.task;
        task.extra["category"] = candidate.pair.family;
        task.extra["composition"] = candidate.pair.composition;
        on_task(task, candidate.pair);
    });
    return report;
}

}  // namespace cuset::synthesize
