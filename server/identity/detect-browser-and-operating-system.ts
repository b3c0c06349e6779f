import { deviceText } from '#texts/devices.ts'

/** Patterns for browser names. The first match is used, because user agents also name other browsers. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

function findFirstMatchingName(list: [RegExp, string][], text: string): string | null {
  return list.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** Returns the common names of browser and operating system, derived from the User-Agent header. */
export function detectBrowserAndOperatingSystem(userAgent: string | null): {
  browser: string | null
  system: string | null
} {
  return {
    browser: findFirstMatchingName(browsers, userAgent ?? ''),
    system: findFirstMatchingName(systems, userAgent ?? ''),
  }
}

/** Joins the names of browser and operating system in the current language, such as "Chrome on Windows". */
export function formatDeviceName(
  browser: string | null | undefined,
  system: string | null | undefined,
): string {
  const name = browser || deviceText.unknownBrowser
  return system ? deviceText.browserOnSystem({ browser: name, system }) : name
}
