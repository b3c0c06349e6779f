// Records layout shifts with the elements that moved, so that a failed test names the cause.
import { expect, type Page } from '@playwright/test'

/** Largest accepted sum of the layout shifts of a screen. */
const shiftLimit = 0.05

interface ShiftWindow {
  layoutShifts?: { value: number; lines: string[] }
}

/** Records the layout shifts of every document that the page opens, from its start. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Shift = { value: number; startTime: number; sources: Source[] }
    const recorded = { value: 0, lines: [] as string[] }
    Object.assign(window, { layoutShifts: recorded })
    const describeNode = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      if (!element) return 'removed element'
      const classes = Array.from(element.classList, name => `.${name}`).filter(
        name => !name.startsWith('.m_'),
      )
      const text = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)
      return `${element.localName}${classes.slice(0, 3).join('')} "${text}"`
    }
    const describeRect = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`
    new PerformanceObserver(list => {
      for (const { value, startTime, sources } of list.getEntries() as unknown as Shift[]) {
        recorded.value += value
        recorded.lines.push(`${value.toFixed(3)} after ${Math.round(startTime)} ms`)
        for (const { node, previousRect, currentRect } of sources)
          recorded.lines.push(
            `  ${describeNode(node)}: ${describeRect(previousRect)} → ${describeRect(currentRect)}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Discards the shifts recorded so far: a navigation to another fragment keeps the document. */
export async function resetLayoutShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { layoutShifts } = window as ShiftWindow
    if (layoutShifts) Object.assign(layoutShifts, { value: 0, lines: [] })
  })
}

/** Returns the sum of the recorded shifts and a line for each element that moved. */
export function readLayoutShifts(page: Page): Promise<{ value: number; lines: string[] }> {
  return page.evaluate(() => (window as ShiftWindow).layoutShifts ?? { value: 0, lines: [] })
}

/** Expects that the screen did not jump since it was opened. A failure lists what moved from where to where. */
export async function expectNoLayoutShift(page: Page, name: string): Promise<void> {
  const { value, lines } = await readLayoutShifts(page)
  expect.soft(value, [`${name} jumps`, ...lines].join('\n')).toBeLessThan(shiftLimit)
}
