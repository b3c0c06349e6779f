// Finds layout faults in a page: covered or cut elements, untranslated texts, faint outlines and small touch targets.
import type { Page } from '@playwright/test'

/** Lists focusable elements that would be covered by a fixed header or navigation bar while they have the focus. */
export function findCoveredElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered: string[] = []
    // Elements below an open dialog are covered intentionally, so the check ignores them.
    if (document.querySelector('[role="dialog"]')) return covered
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select)',
    )) {
      element.focus()
      const { left, top, width, height } = element.getBoundingClientRect()
      if (document.activeElement !== element || width <= 1) continue
      const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
      const bar = topElement?.closest('header, nav')
      if (bar && !bar.contains(element))
        covered.push(`covered: "${(element.textContent ?? '').slice(0, 40)}"`)
    }
    return covered
  })
}

/**
 * Lists layout faults of a page: horizontal scrolling, cut titles or tabs, English text in Malay pages, faint field
 * outlines, and touch targets smaller than `thumb` pixels (0 for a mouse). While a dialog is open, only the dialog is
 * checked.
 */
export function findLayoutFaults(page: Page, thumb = 44): Promise<string[]> {
  return page.evaluate(thumb => {
    const faults: string[] = []
    const describeElement = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
    const isVisible = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getClientRects().length > 0

    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const culprits = [...document.querySelectorAll('main *')].filter(
        element => element.getBoundingClientRect().right > clientWidth + 1,
      )
      faults.push(
        `sideways: ${scrollWidth} of ${clientWidth}, ${culprits.slice(0, 3).map(describeElement).join()}`,
      )
    }

    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(isVisible)
    const scope: ParentNode = dialogs.at(-1) ?? document
    const findVisible = <Kind extends HTMLElement>(selector: string) =>
      [...scope.querySelectorAll<Kind>(selector)].filter(isVisible)

    // English words that occur in no Malay text or name. On a Malay page they reveal default texts of libraries.
    const missingValues = /\b(undefined|null|NaN|object Object)\b/i
    const englishWords =
      /\b(your|please|loading|cancel|save|delete|submit|search|close|next|previous|settings|with|from|this|that|have|must|invalid|required|failed|error)\b/i
    const unwantedWords =
      document.documentElement.lang === 'ms' ? [missingValues, englishWords] : [missingValues]
    const attributeTexts = [
      ...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'),
    ].flatMap(element =>
      ['aria-label', 'placeholder', 'title', 'alt'].map(name => element.getAttribute(name) ?? ''),
    )
    for (const text of [...document.body.innerText.split('\n'), ...attributeTexts]) {
      for (const words of unwantedWords) {
        const match = text.match(words)
        if (match) faults.push(`unwanted word: "${match[0]}" in "${text.slice(0, 80)}"`)
      }
    }

    // Layout fault: an element is partly outside the page, and the user can neither scroll to it nor see an ellipsis.
    const isAllowedToOverflow = (element: Element | null): boolean => {
      if (!element) return false
      const { overflowX, textOverflow } = getComputedStyle(element)
      return (
        /auto|scroll/.test(overflowX) ||
        textOverflow === 'ellipsis' ||
        isAllowedToOverflow(element.parentElement)
      )
    }
    for (const element of findVisible('main :is(a, button, input, select, label, h1, h2, h3, p)')) {
      const { left, right } = element.getBoundingClientRect()
      const isPartlyOutside = (left < -1 && right > 1) || (right > clientWidth + 1 && left < clientWidth - 1)
      if (isPartlyOutside && !isAllowedToOverflow(element))
        faults.push(`outside: ${describeElement(element)}`)
    }

    for (const title of findVisible('h1, h2, h3, [role=tab]')) {
      // A visually hidden title has a size of one pixel, so the check does not report it as cut off.
      if (title.clientWidth > 1 && title.scrollWidth > title.clientWidth + 1)
        faults.push(`cut: ${describeElement(title)}`)
    }

    // Layout fault: the label of a button is cut, which is never intended.
    for (const label of findVisible('button, button span, a, a span')) {
      const { overflowX, textOverflow } = getComputedStyle(label)
      const mayBeCut = overflowX === 'visible' || textOverflow === 'ellipsis' || label.clientWidth <= 1
      if (!mayBeCut && label.scrollWidth > label.clientWidth + 1)
        faults.push(`cut: ${describeElement(label)}`)
    }

    /** Computes the relative luminance of a CSS colour. The result is undefined for a transparent colour. */
    const computeLuminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      if (alpha < 1) return undefined
      const convertToLinearLight = (part: number) =>
        part <= 10.3 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4
      return (
        0.2126 * convertToLinearLight(red) +
        0.7152 * convertToLinearLight(green) +
        0.0722 * convertToLinearLight(blue)
      )
    }
    const getBackgroundLuminance = (element: Element | null): number =>
      element
        ? (computeLuminance(getComputedStyle(element).backgroundColor) ??
          getBackgroundLuminance(element.parentElement))
        : 1
    // Accessibility rule: the outline of a form field needs a contrast of at least 3:1.
    // Checked and focused form fields are recognizable without the outline, so their outline is not checked.
    for (const field of findVisible('input, select, textarea')) {
      if (field.matches(':disabled, :checked, :focus, [data-indeterminate]')) continue
      const { borderTopWidth, borderTopColor } = getComputedStyle(field)
      const outline = computeLuminance(borderTopColor)
      if (Number.parseFloat(borderTopWidth) === 0 || outline === undefined) continue
      const background = getBackgroundLuminance(field.parentElement)
      const contrast = (Math.max(outline, background) + 0.05) / (Math.min(outline, background) + 0.05)
      if (contrast < 3) faults.push(`faint: ${describeElement(field)} ${contrast.toFixed(1)}`)
    }

    /**
     * A link inside a sentence may be smaller than the minimum touch target, because its height is that of the text.
     */
    const isInsideText = (element: HTMLElement) =>
      element.matches('a, button') &&
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        node => node instanceof Text && /\p{L}{2}/u.test(node.data),
      )
    /** Returns the size in pixels of the area around an element's centre in which a touch activates the element. */
    const measureTouchSize = (element: HTMLElement, across: boolean) => {
      const labels: Element[] = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      // A touch on the frame of a field with chips (selected values) focuses the field.
      // The touch target of a field with chips includes the frame of the field.
      const frame = element.parentElement?.closest('.mantine-Input-input')
      if (frame) labels.push(frame)
      const { left, top: above, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, above + height / 2]
      const doesElementReactAt = (distance: number) => {
        const topElement = document.elementFromPoint(across ? x + distance : x, across ? y : y + distance)
        return topElement !== null && [element, ...labels].some(candidate => candidate.contains(topElement))
      }
      let size = 0
      for (const direction of [-1, 1])
        for (let distance = 0.5; distance <= thumb && doesElementReactAt(distance * direction); distance++)
          size++
      return size
    }
    const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option]'
    for (const target of thumb > 0 ? findVisible(targets) : []) {
      if (target.matches(':disabled, [aria-hidden=true] *, [aria-hidden=true], [type=file]')) continue
      if (isInsideText(target)) continue
      const { width, height } = target.getBoundingClientRect()
      // The size of a visually hidden element is not checked, because it becomes visible only while it has the focus.
      if (width <= 1 || height <= 1) continue
      if (width >= thumb - 0.5 && height >= thumb - 0.5) continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const [touchWidth, touchHeight] = [
        width >= thumb - 0.5 ? width : measureTouchSize(target, true),
        height >= thumb - 0.5 ? height : measureTouchSize(target, false),
      ]
      if (touchWidth < thumb - 1 || touchHeight < thumb - 1)
        faults.push(`small: ${describeElement(target)} ${Math.round(touchWidth)}×${Math.round(touchHeight)}`)
    }
    window.scrollTo(0, 0)
    return faults
  }, thumb)
}
