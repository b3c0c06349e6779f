// Templates of mails about fees: reminders and receipts for members, changed payee accounts for managers.
import { getLocale } from '#server/language.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { findText } from '#shared/language/texts.ts'
import { feeMailText } from '#texts/mail.ts'
import type { MailTemplates } from './mail-template.ts'

/** Formats a calendar day, which has no time zone, in the language of the recipient. */
function formatFeeDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

/** Parses the names and amounts of the paid charges, which are stored as JSON in the parameters of the mail. */
function readReceiptItems(items: string): { name: string; amount: string }[] {
  const pairs: [string, string][] = JSON.parse(items)
  return pairs.map(([name, amount]) => ({ name, amount }))
}

export const feeTemplates = {
  'fee.reminder': ({ params }) => {
    const text = feeMailText['fee.reminder']
    const planName = String(params.planName)
    return {
      subject: text.subject({ planName }),
      paragraphs: [
        text.owed({ planName, amount: String(params.amount), day: formatFeeDay(String(params.dueOn)) }),
        text.reference({ reference: String(params.reference) }),
        text.paid,
      ],
      action: { label: feeMailText.pay, path: `/fees/pay/${params.chargeId}` },
    }
  },
  'fee.receipt': ({ params }) => {
    const text = feeMailText['fee.receipt']
    const [code, total] = [String(params.code), String(params.total)]
    return {
      subject: text.subject({ code }),
      paragraphs: [
        text.received({
          payee: getCountryName(String(params.payee)),
          total,
          method: findText(feeMailText.methods, String(params.method)) ?? '',
          day: formatFeeDay(String(params.paidOn)),
        }),
        text.number({ code }),
        ...readReceiptItems(String(params.items)).map(text.item),
        ...(params.credited ? [text.credited({ amount: String(params.credited) })] : []),
        text.sum({ total }),
        text.attached,
      ],
      action: { label: feeMailText.open, path: `/fees/receipts/${params.receiptId}` },
    }
  },
  'fee.payee_confirmed': ({ params }) => {
    const text = feeMailText['fee.payee_confirmed']
    return {
      subject: text.subject,
      paragraphs: [text.changed({ holder: String(params.holder) }), text.wrong],
      action: { label: feeMailText.check, path: '/fees/payees' },
    }
  },
} satisfies MailTemplates
