/** Length of an IBAN for each country code, from the ISO 13616 registry. */
const lengthsByCountry: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Countries of the European Economic Area, where a SEPA transfer needs no BIC. */
const eeaCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)
/** Countries in the Single Euro Payments Area but outside the EEA, where a transfer needs the BIC. */
const otherSepaCountries = new Set('AD AL CH GB GI MC MD ME MK RS SM VA'.split(' '))

/** Removes spaces from an IBAN or BIC and writes it in capitals. */
export function normalizeIbanOrBic(text: string): string {
  return text.replace(/[\s\u00a0]/g, '').toUpperCase()
}

/**
 * Computes an IBAN modulo 97 (ISO 7064): the first four characters are moved to the end, and letters become numbers
 * from 10.
 */
function computeIbanRemainder(iban: string): number {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** Whether a normalized IBAN has the length of its country and correct check digits. */
export function isValidIban(iban: string): boolean {
  return (
    /^[A-Z]{2}(?:0[2-9]|[1-8]\d|9[0-8])[A-Z0-9]+$/.test(iban) &&
    iban.length === lengthsByCountry[iban.slice(0, 2)] &&
    computeIbanRemainder(iban) === 1
  )
}

/** Whether a normalized BIC (ISO 9362) has a valid form: 8 or 11 characters. */
export function isValidBic(bic: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)
}

/** Whether a SEPA credit transfer can reach the account. Accounts outside the EEA also need a BIC. */
export function canReceiveSepaTransfer(iban: string, bic: string | null): boolean {
  const country = iban.slice(0, 2)
  return eeaCountries.has(country) || (otherSepaCountries.has(country) && bic !== null)
}

/** Writes an IBAN in groups of four characters, as banks print it. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
