// Templates of mails about sign-in methods, email address, password and encryption keys of an account.
import { formatDeviceName } from '#server/identity/detect-browser-and-operating-system.ts'
import { getLocale } from '#server/language.ts'
import { findText } from '#shared/language/texts.ts'
import { formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { accountMailText } from '#texts/mail.ts'
import type { MailTemplate, MailTemplates } from './mail-template.ts'

function formatMailTime(text: string): string {
  const when = new Intl.DateTimeFormat(getLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: headquartersTimeZone,
  })
  return when.format(new Date(text))
}

/** Account mails whose texts contain only the name of the application as a variable part. */
type PlainKind = {
  [Kind in keyof typeof accountMailText]: (typeof accountMailText)[Kind] extends {
    paragraphs: string[]
    action: string
  }
    ? Kind
    : never
}[keyof typeof accountMailText]

/**
 * Creates a mail template of fixed texts. The button of the mail leads to `path`, or to `path` with the signed token of
 * the mail.
 */
const createPlainTemplate =
  (kind: PlainKind, path: string, { hasToken = false } = {}): MailTemplate =>
  ({ appName, params, sign }) => {
    const { subject, paragraphs, action } = accountMailText[kind]
    return {
      subject: subject({ appName }),
      paragraphs,
      action: { label: action, path: hasToken ? `${path}#${sign(String(params.token))}` : path },
    }
  }

export const accountTemplates = {
  'auth.new_device': ({ appName, params, sign }) => {
    const { methods, methodAdvice, 'auth.new_device': text } = accountMailText
    const method = String(params.method)
    // A password change does not end access by Google or passkey, so the mail advises to check these.
    const advice = findText(methodAdvice, method)
    return {
      subject: text.subject({ appName }),
      paragraphs: [
        findText(methods, method) ?? methods.other,
        text.device({ device: formatDeviceName(String(params.browser ?? ''), String(params.system ?? '')) }),
        text.time({
          time: formatMailTime(String(params.at)),
          zone: formatTimeZoneLabel(headquartersTimeZone),
        }),
        text.wasYou,
        text.wasNotYou,
        ...(advice ? [advice] : []),
      ],
      action: { label: text.action, path: `/not-me#${sign(String(params.token))}` },
    }
  },
  'google.linked': createPlainTemplate('google.linked', '/settings'),
  'google.unlinked': createPlainTemplate('google.unlinked', '/settings#google'),
  'email.confirm': createPlainTemplate('email.confirm', '/confirm-email', { hasToken: true }),
  'email.change': createPlainTemplate('email.change', '/confirm-email', { hasToken: true }),
  'email.changed': ({ appName }) => {
    const { subject, paragraphs } = accountMailText['email.changed']
    return { subject: subject({ appName }), paragraphs }
  },
  'password.forgotten': createPlainTemplate('password.forgotten', '/reset-password', { hasToken: true }),
  'password.changed': createPlainTemplate('password.changed', '/forgot-password'),
  'passkey.added': createPlainTemplate('passkey.added', '/settings#passkeys'),
  'passkey.removed': createPlainTemplate('passkey.removed', '/settings#passkeys'),
  'two_factor.on': createPlainTemplate('two_factor.on', '/settings#two-factor'),
  'two_factor.off': createPlainTemplate('two_factor.off', '/forgot-password'),
  'two_factor.recovery': ({ appName, params }) => {
    const text = accountMailText['two_factor.recovery']
    return {
      subject: text.subject({ appName }),
      paragraphs: [text.used({ left: Number(params.left) }), text.wasNotYou],
      action: { label: text.action, path: '/settings#two-factor' },
    }
  },
  'two_factor.reset': createPlainTemplate('two_factor.reset', '/login'),
  'keys.renewed': createPlainTemplate('keys.renewed', '/settings#encryption'),
} satisfies MailTemplates
