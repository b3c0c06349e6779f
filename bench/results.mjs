// What the parts of a run found out, for one table at its end.
export const results = []

/**
 * `ratio`: of the measured against its reference, in the same run. `bar`: what it has to be, `{ atLeast }` or `{ atMost }`;
 * left out where there is none. `reason`: why it is not, where that is known.
 */
export function record({ part, reference, ratio, bar, note, reason }) {
  const isMet = !bar || (bar.atLeast === undefined ? ratio <= bar.atMost : ratio >= bar.atLeast)
  const rounded = Number(ratio.toFixed(3))
  const at = new Date().toISOString()
  results.push({ part, reference, ratio: rounded, bar, isMet, note, reason: isMet ? undefined : reason, at })
}
