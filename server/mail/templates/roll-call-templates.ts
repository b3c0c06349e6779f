// Templates of mails about roll-calls (safety checks in an emergency).
import { getCountryName } from '#shared/countries/country-names.ts'
import { rollCallMailText } from '#texts/mail.ts'
import type { MailTemplate, MailTemplates } from './mail-template.ts'

const createRollCallTemplate =
  (kind: 'roll_call.asked' | 'roll_call.reminder'): MailTemplate =>
  ({ params }) => {
    const { subject, request } = rollCallMailText[kind]
    return {
      subject: subject({ place: getCountryName(String(params.place)) }),
      paragraphs: [String(params.message), request],
      action: { label: rollCallMailText.action, path: `/safety/${params.rollCallId}` },
    }
  }

export const rollCallTemplates = {
  'roll_call.asked': createRollCallTemplate('roll_call.asked'),
  'roll_call.reminder': createRollCallTemplate('roll_call.reminder'),
} satisfies MailTemplates
