/** The lines of a chart from 0 upwards: four or five of them, at round numbers, the last not below the highest value. */
export function ticksFor(highest: number): number[] {
  const rough = Math.max(1, highest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map(factor => factor * power).find(size => size >= rough) ?? 1)
  const whole = Math.ceil(step)
  const count = Math.max(1, Math.ceil(highest / whole))
  return Array.from({ length: count + 1 }, (_, index) => index * whole)
}

/** Which of so many places get a word beneath them: at most this many, evenly, the last one always. */
export function labelled(places: number, most: number): (index: number) => boolean {
  const step = Math.ceil(places / most)
  return index => (places - 1 - index) % step === 0
}
