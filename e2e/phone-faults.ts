import type { Page } from '@playwright/test'

/** What has the focus and stands behind a bar that stays where it is. */
export function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered: string[] = []
    // What lies below a dialog is meant to be covered.
    if (document.querySelector('[role="dialog"]')) return covered
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select)',
    )) {
      element.focus()
      const { left, top, width, height } = element.getBoundingClientRect()
      if (document.activeElement !== element || width <= 1) continue
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const bar = hit?.closest('header, nav')
      if (bar && !bar.contains(element))
        covered.push(`covered: "${(element.textContent ?? '').slice(0, 40)}"`)
    }
    return covered
  })
}

/**
 * What is wrong with a page: it can be pushed sideways, a title or a tab is cut, it speaks English, the outline of a field
 * is too faint, or something is too small for whatever touches it (`thumb`; 0: a mouse). Where a dialog is open, only the
 * dialog is looked at.
 */
export function findFaults(page: Page, thumb = 44): Promise<string[]> {
  return page.evaluate(thumb => {
    const faults: string[] = []
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getClientRects().length > 0

    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const culprits = [...document.querySelectorAll('main *')].filter(
        element => element.getBoundingClientRect().right > clientWidth + 1,
      )
      faults.push(`sideways: ${scrollWidth} of ${clientWidth}, ${culprits.slice(0, 3).map(nameOf).join()}`)
    }

    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(isShown)
    const top: ParentNode = dialogs.at(-1) ?? document
    const all = <Kind extends HTMLElement>(selector: string) =>
      [...top.querySelectorAll<Kind>(selector)].filter(isShown)

    // Words that no name has. What a library says by itself, or a value that is missing, shows here first.
    const foreign =
      /\b(your|please|loading|cancel|save|delete|submit|search|close|next|previous|settings|with|from|this|that|have|must|invalid|required|failed|error|undefined|null|NaN|object Object)\b/i
    const spoken = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap(
      element => ['aria-label', 'placeholder', 'title', 'alt'].map(name => element.getAttribute(name) ?? ''),
    )
    for (const words of [...document.body.innerText.split('\n'), ...spoken]) {
      const match = words.match(foreign)
      if (match) faults.push(`English: "${match[0]}" in "${words.slice(0, 80)}"`)
    }

    for (const title of all('h1, h2, h3, [role=tab]')) {
      // One that is only spoken has no size to be cut to.
      if (title.clientWidth > 1 && title.scrollWidth > title.clientWidth + 1)
        faults.push(`cut: ${nameOf(title)}`)
    }

    // What a button says is never cut on purpose.
    for (const words of all('button, button span, a, a span')) {
      const { overflowX, textOverflow } = getComputedStyle(words)
      const mayBeCut = overflowX === 'visible' || textOverflow === 'ellipsis' || words.clientWidth <= 1
      if (!mayBeCut && words.scrollWidth > words.clientWidth + 1) faults.push(`cut: ${nameOf(words)}`)
    }

    /** How bright a colour is; nothing where one sees through it. */
    const brightness = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      if (alpha < 1) return undefined
      const linear = (part: number) => (part <= 10.3 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4)
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
    const groundOf = (element: Element | null): number =>
      element ? (brightness(getComputedStyle(element).backgroundColor) ?? groundOf(element.parentElement)) : 1
    // What one fills in, ticks or chooses is known by its outline, three to one; one that is chosen or has the focus
    // shows that.
    for (const field of all('input, select, textarea')) {
      if (field.matches(':disabled, :checked, :focus, [data-indeterminate]')) continue
      const { borderTopWidth, borderTopColor } = getComputedStyle(field)
      const outline = brightness(borderTopColor)
      if (Number.parseFloat(borderTopWidth) === 0 || outline === undefined) continue
      const ground = groundOf(field.parentElement)
      const contrast = (Math.max(outline, ground) + 0.05) / (Math.min(outline, ground) + 0.05)
      if (contrast < 3) faults.push(`faint: ${nameOf(field)} ${contrast.toFixed(1)}`)
    }

    /** A link in the middle of a sentence is as high as its words. */
    const isInText = (element: HTMLElement) =>
      element.matches('a, button') &&
      getComputedStyle(element).display.startsWith('inline') &&
      [...(element.parentElement?.childNodes ?? [])].some(
        node => node !== element && (node.textContent ?? '').trim() !== '',
      )
    /** As far as it answers to a touch, to either side of its middle. */
    const reach = (element: HTMLElement, across: boolean) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const { left, top: above, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, above + height / 2]
      const answers = (by: number) => {
        const hit = document.elementFromPoint(across ? x + by : x, across ? y : y + by)
        return hit !== null && [element, ...labels].some(one => one.contains(hit))
      }
      let size = 0
      for (const direction of [-1, 1]) for (let by = 0.5; by <= thumb && answers(by * direction); by++) size++
      return size
    }
    const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option]'
    for (const target of thumb > 0 ? all(targets) : []) {
      if (target.matches(':disabled, [aria-hidden=true] *, [aria-hidden=true], [type=file]')) continue
      if (isInText(target)) continue
      const { width, height } = target.getBoundingClientRect()
      // Only spoken until it has the focus.
      if (width <= 1 || height <= 1) continue
      if (width >= thumb - 0.5 && height >= thumb - 0.5) continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const [wide, high] = [
        width >= thumb - 0.5 ? width : reach(target, true),
        height >= thumb - 0.5 ? height : reach(target, false),
      ]
      if (wide < thumb - 1 || high < thumb - 1)
        faults.push(`small: ${nameOf(target)} ${Math.round(wide)}×${Math.round(high)}`)
    }
    window.scrollTo(0, 0)
    return faults
  }, thumb)
}
