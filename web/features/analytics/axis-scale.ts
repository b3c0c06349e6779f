/** Axis ticks of a chart: about four round steps from 0, the last tick not below the highest value. */
export function computeAxisTicks(highest: number): number[] {
  const roughStep = Math.max(1, highest) / 4
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map(factor => factor * power).find(size => size >= roughStep) ?? 1,
  )
  const wholeStep = Math.ceil(step)
  const count = Math.max(1, Math.ceil(highest / wholeStep))
  return Array.from({ length: count + 1 }, (_, index) => index * wholeStep)
}

/** Returns a function that tells which axis positions get a label: at most `maxLabels`, including the last position. */
export function createAxisLabelVisibilityCheck(
  positionCount: number,
  maxLabels: number,
): (index: number) => boolean {
  const step = Math.ceil(positionCount / maxLabels)
  return index => (positionCount - 1 - index) % step === 0
}
