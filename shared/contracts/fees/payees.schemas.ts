import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import {
  buildOptionalFieldSchema,
  buildSingleLineTextSchema,
  canRunCrossFieldChecks,
} from '#shared/fields/text.ts'
import { isValidBic, isValidIban, normalizeIbanOrBic } from '#shared/payments/iban.ts'
import { parseMerchantQrCode } from '#shared/payments/merchant-qr-code.ts'
import { payeeErrors } from '#texts/fee-payments.ts'
import { payeeKinds, payeeStatuses } from './fee-kinds.ts'
import { currency } from './fee-plans.schemas.ts'

const accountNumber = z
  .string()
  .check(
    z.maxLength(60),
    z.overwrite(normalizeIbanOrBic),
    z.regex(/^[A-Z0-9/.-]*$/, { error: () => payeeErrors.account }),
  )
const bankCode = z
  .string()
  .check(
    z.maxLength(40),
    z.overwrite(normalizeIbanOrBic),
    z.regex(/^[A-Z0-9-]*$/, { error: () => payeeErrors.bic }),
  )

type PayeeValues = Pick<
  z.output<typeof payeeFields>,
  'kind' | 'currency' | 'accountNumber' | 'bankCode' | 'qrPayload'
>

const payeeFields = z.strictObject({
  currency,
  kind: z.enum(payeeKinds),
  holder: buildSingleLineTextSchema(70).check(z.minLength(1, { error: () => payeeErrors.holder })),
  /** IBAN or local number of the payee's bank account, without spaces. */
  accountNumber: buildOptionalFieldSchema(accountNumber),
  bank: buildOptionalFieldSchema(buildSingleLineTextSchema(80)),
  /** BIC of the payee's IBAN account, or the local code of the bank. */
  bankCode: buildOptionalFieldSchema(bankCode),
  /** Text that a scan of the payee's static EMV merchant QR code returns. */
  qrPayload: buildOptionalFieldSchema(z.string().check(z.trim(), z.maxLength(512))),
})

/** Returns the error in an account number, or undefined when the number is valid for this kind of account. */
function checkAccountNumber({ kind, accountNumber: value }: PayeeValues): string | undefined {
  if (kind === 'iban') return value && isValidIban(value) ? undefined : payeeErrors.iban
  return kind === 'account' && !value ? payeeErrors.account : undefined
}

/**
 * Returns what is wrong with the EMV merchant QR code, or undefined. Its currency must be that of the payee account.
 */
function checkMerchantCode({ kind, qrPayload, currency: expected }: PayeeValues): string | undefined {
  if (kind !== 'emvco') return qrPayload ? payeeErrors.code.malformed : undefined
  const code = parseMerchantQrCode(qrPayload ?? '')
  if (typeof code === 'string') return payeeErrors.code[code]
  return code.currency === expected ? undefined : payeeErrors.code.currency
}

/** New payee account. Another manager must confirm the account before members see it. */
export const payeeBody = payeeFields.check(
  z.refine(value => checkAccountNumber(value) === undefined, {
    path: ['accountNumber'],
    when: canRunCrossFieldChecks,
    error: issue => checkAccountNumber(issue.input as PayeeValues) ?? payeeErrors.account,
  }),
  z.refine(({ kind, bankCode: code }) => kind !== 'iban' || !code || isValidBic(code), {
    path: ['bankCode'],
    when: canRunCrossFieldChecks,
    error: () => payeeErrors.bic,
  }),
  z.refine(value => checkMerchantCode(value) === undefined, {
    path: ['qrPayload'],
    when: canRunCrossFieldChecks,
    error: issue => checkMerchantCode(issue.input as PayeeValues) ?? payeeErrors.code.malformed,
  }),
)
export type PayeeBody = z.output<typeof payeeBody>

/** Owner of the payee account: a club, a country, or headquarters when `clubName` and `country` are null. */
export const collector = z.object({ clubName: z.nullable(z.string()), country: z.nullable(z.string()) })

export const payeeParams = z.object({ id: idParam })

/** Details of a payee account that members need for a transfer. */
export const payeeAccount = z.object({
  kind: z.enum(payeeKinds),
  currency,
  holder: z.string(),
  accountNumber: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  bankCode: z.nullable(z.string()),
})

/**
 * Payee account (account that members pay fees into) in the list for managers, with the users who proposed and decided.
 */
export const payeeRow = z.extend(payeeAccount, {
  id,
  status: z.enum(payeeStatuses),
  /** Payment scheme and merchant name that the EMV merchant QR code contains. */
  scheme: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  proposedBy: z.string(),
  decidedBy: z.nullable(z.string()),
  createdAt: instant,
  decidedAt: z.nullable(instant),
  retiredAt: z.nullable(instant),
  /** Whether the caller proposed the payee account. The proposer may withdraw the proposal but not confirm it. */
  isOwnProposal: z.boolean(),
  /** Whether the caller may confirm the proposed payee account. */
  canConfirm: z.boolean(),
})
export type PayeeRow = z.input<typeof payeeRow>

/** Fee book (fee ledger of a club, country or headquarters) whose payee accounts the caller manages. */
export const managedBook = z.object({ id, collector, hasProposal: z.boolean(), hasAccount: z.boolean() })

export const payeeList = z.object({
  bookId: id,
  collector,
  rows: z.array(payeeRow),
  /** Number of users who could confirm a payee account that the caller proposes now. */
  approverCount: z.int(),
})
export type PayeeList = z.input<typeof payeeList>

/** Payee account that was replaced in the last 14 days. Members see it as a warning about the change. */
export const payeeChange = z.object({ collector, currency, changedAt: instant })
