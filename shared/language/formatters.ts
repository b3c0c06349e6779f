// Functions that compiled translations use to format numbers, plural forms and choices.

type Cases = Record<string, string>

/** Formats a number with groups of three digits: 1,080, in Malay as in English. `digits` limits the decimals. */
export function formatNumber(value: number, digits = 3): string {
  const rounded = Number(value.toFixed(digits))
  const [whole = '', part] = String(Math.abs(rounded)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${rounded < 0 ? '-' : ''}${grouped}${part ? `.${part}` : ''}`
}

export interface Formatters {
  number(value: number): string
  /**
   * Chooses the variant of a text for a number: that of the exact case (`=0`), or else that of the plural form of the
   * language.
   */
  plural(count: number, cases: Cases): string
  select(value: string, cases: Cases): string
}

/**
 * Whether the variants of a text include plural forms such as `one`, not only `other` and exact numbers such as `=0`.
 */
const hasPluralForms = (cases: Cases) => Object.keys(cases).some(name => !/^(=|other$)/.test(name))

/**
 * Creates the formatters of a language. Intl objects are created on first use, because the first one takes over 100 ms
 * on an old phone.
 */
export function createTextFormatters(language: string): Formatters {
  let rules: Intl.PluralRules | undefined
  function choosePluralForm(count: number): string {
    rules ??= new Intl.PluralRules(language)
    return rules.select(count)
  }
  return {
    number: (value: number): string => formatNumber(value),
    plural: (count: number, cases: Cases): string => {
      const form = hasPluralForms(cases) ? choosePluralForm(count) : 'other'
      return cases[`=${count}`] ?? cases[form] ?? cases.other ?? ''
    },
    select: (value: string, cases: Cases): string => cases[value] ?? cases.other ?? '',
  }
}
