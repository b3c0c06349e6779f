// Of what was measured, the number that counts.
export const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** `ordered`: the smallest first. */
export const percentile = (ordered, share) => ordered[Math.floor((ordered.length - 1) * share)]
