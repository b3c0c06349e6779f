// Records layout shifts and the elements that moved, so that a failed test names the cause.
import { expect, type Page } from '@playwright/test'

/** Maximum sum of layout shift scores, as the browser reports them, that a screen may have. */
const shiftLimit = 0.05

interface ShiftWindow {
  layoutShifts?: { value: number; lines: string[] }
  /** Discards layout shifts that happened before the test but that the browser has not reported yet. */
  dropPendingLayoutShifts?: () => void
}

/**
 * Records the layout shifts in every document that the page opens, beginning when the document starts to
 * load.
 */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Shift = { value: number; startTime: number; sources: Source[] }
    const recorded = { value: 0, lines: [] as string[] }
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
    const observer = new PerformanceObserver(list => {
      for (const { value, startTime, sources } of list.getEntries() as unknown as Shift[]) {
        recorded.value += value
        recorded.lines.push(`${value.toFixed(3)} after ${Math.round(startTime)} ms`)
        for (const { node, previousRect, currentRect } of sources)
          recorded.lines.push(
            `  ${describeNode(node)}: ${describeRect(previousRect)} → ${describeRect(currentRect)}`,
          )
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      layoutShifts: recorded,
      dropPendingLayoutShifts: () => void observer.takeRecords(),
    })
  })
}

/**
 * Discards the layout shifts recorded so far. A change of only the URL's fragment keeps the document and its recorded
 * shifts.
 */
export async function resetRecordedLayoutShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The browser reports layout shifts caused by the last change of the window's size only after the next frame.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { layoutShifts, dropPendingLayoutShifts } = window as ShiftWindow
    dropPendingLayoutShifts?.()
    if (layoutShifts) Object.assign(layoutShifts, { value: 0, lines: [] })
  })
}

/** Returns the total of the recorded layout shifts, and one line per element that moved. */
export function readLayoutShifts(page: Page): Promise<{ value: number; lines: string[] }> {
  return page.evaluate(() => (window as ShiftWindow).layoutShifts ?? { value: 0, lines: [] })
}

/** Fails if content of the screen has moved since the screen was opened, and lists what moved from where to where. */
export async function expectNoLayoutShift(page: Page, name: string): Promise<void> {
  const { value, lines } = await readLayoutShifts(page)
  expect.soft(value, [`${name} jumps`, ...lines].join('\n')).toBeLessThan(shiftLimit)
}
