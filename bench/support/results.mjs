// Collects the results of all benchmarks of a run, for one table at its end.
export const results = []

/**
 * Records one result. `ratio`: measured value divided by the reference value of the same run. `bar`: required ratio, `{
 * atLeast }` or `{ atMost }`, if there is one. `reason`: known reason why the requirement is not met.
 */
export function recordResult({ part, reference, ratio, bar, note, reason }) {
  const isMet = !bar || (bar.atLeast === undefined ? ratio <= bar.atMost : ratio >= bar.atLeast)
  const rounded = Number(ratio.toFixed(3))
  const recordedAt = new Date().toISOString()
  results.push({
    part,
    reference,
    ratio: rounded,
    bar,
    isMet,
    note,
    reason: isMet ? undefined : reason,
    at: recordedAt,
  })
}
