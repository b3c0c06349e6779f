// Formatting functions that compiled texts use: numbers, plural forms and choices.

type Cases = Record<string, string>

export function createFormatters(language: string) {
  const numberFormat = new Intl.NumberFormat(language)
  const pluralRules = new Intl.PluralRules(language)
  return {
    number: (value: number): string => numberFormat.format(value),
    /** Chooses the exact case (`=0`) or else the plural form of the language. */
    plural: (count: number, cases: Cases): string =>
      cases[`=${count}`] ?? cases[pluralRules.select(count)] ?? cases.other ?? '',
    select: (value: string, cases: Cases): string => cases[value] ?? cases.other ?? '',
  }
}
