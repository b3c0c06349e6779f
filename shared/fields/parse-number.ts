/**
 * Parses a number with spaces or commas between thousands, or with a decimal comma. "1,234" is read as 1234.
 * Returns undefined for any other text, also for exponents and for numbers in hexadecimal.
 */
export function parseNumber(text: string): number | undefined {
  const compact = text.normalize('NFKC').replace(/\s/g, '').replace('−', '-')
  const isGrouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact)
  const plain = isGrouped ? compact.replaceAll(',', '') : compact.replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(plain) ? Number(plain) : undefined
}
