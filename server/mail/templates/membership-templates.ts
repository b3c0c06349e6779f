// Templates of mails to applicants and to people who were invited to join.
import { membershipMailText } from '#texts/mail.ts'
import type { MailTemplates } from './mail-template.ts'

export const membershipTemplates = {
  'user.registered': ({ appName, params, sign }) => {
    const text = membershipMailText['user.registered']
    return {
      subject: text.subject({ appName }),
      // Applicants who used Google have verified their email address already, so their mail has no confirmation link.
      paragraphs: [text.received, params.token ? text.confirm : text.useGoogle, text.ignore],
      action: params.token
        ? { label: text.action, path: `/confirm-email#${sign(String(params.token))}` }
        : { label: membershipMailText.login, path: '/login' },
    }
  },
  'user.invited': ({ appName, params, sign }) => {
    const text = membershipMailText['user.invited']
    return {
      subject: text.subject({ appName }),
      paragraphs: [text.entered({ appName }), text.unseen, text.ignore],
      action: { label: membershipMailText.accept, path: `/join#${sign(String(params.token))}` },
    }
  },
  'invitation.sent': ({ appName, params, sign }) => {
    const text = membershipMailText['invitation.sent']
    return {
      subject: text.subject({ appName }),
      paragraphs: [
        text.invited({ inviter: String(params.inviter), appName }),
        text.valid({ days: Number(params.days) }),
        text.ignore,
      ],
      action: { label: membershipMailText.accept, path: `/join#${sign(String(params.token))}` },
    }
  },
  'user.approved': ({ appName, params }) => {
    const text = membershipMailText['user.approved']
    return {
      subject: text.subject({ appName }),
      paragraphs: [text.approved, text.number({ membershipNumber: String(params.membershipNumber) })],
      action: { label: membershipMailText.login, path: '/login' },
    }
  },
  'user.rejected': ({ appName, params }) => {
    const text = membershipMailText['user.rejected']
    return {
      subject: text.subject({ appName }),
      paragraphs: [
        text.rejected,
        ...(params.reason ? [text.reason({ reason: String(params.reason) })] : []),
        text.again,
      ],
      action: { label: membershipMailText.login, path: '/login' },
    }
  },
} satisfies MailTemplates
