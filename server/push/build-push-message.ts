// Composes the text of push messages and determines how long push services keep them.
// A push shows the beginning of a chat message, except in encrypted groups, which the server cannot read.

import type { PushMessage } from '#shared/contracts/account/push.schemas.ts'
import { ringingTimeout } from '#shared/contracts/calls/calls.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { getChatGroupName, getPersonName } from '#shared/names/stored-names.ts'
import {
  formatNotificationSentence,
  getNotificationKindDefinition,
  isNotificationKind,
} from '#shared/notification-kinds.ts'
import { notificationGroupLabels } from '#texts/notification-choices.ts'
import { pushMessageText as text } from '#texts/push-messages.ts'
import type { CallPush, GroupPush, NotificationPush, PendingPush } from './pushes.queries.ts'

type PushText = Omit<PushMessage, 'unseen' | 'count'>

const longestName = 80
const longestBody = 160

function shortenText(content: string, maxLength: number): string {
  const characters = [...content.replace(/\s+/g, ' ').trim()]
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('')
}

function composeMessagePush(news: GroupPush): PushText {
  const { groupId, group, isEncrypted, unread, content, messageType } = news
  const { isDirect } = group
  const sender = getPersonName(news.sender)
  const countText = unread > 1 ? text.newMessages({ count: unread }) : undefined
  const preview =
    isEncrypted || messageType !== 'text'
      ? undefined
      : isDirect
        ? content
        : text.messagePreview({ sender, content })
  const body = preview
    ? [countText, shortenText(preview, longestBody)].filter(Boolean).join('\n')
    : (countText ??
      (isDirect ? text.newMessage : text.newMessageFrom({ sender: shortenText(sender, longestName) })))
  return {
    tag: `group-${groupId}`,
    about: 'group',
    id: groupId,
    url: `/communication?group=${groupId}`,
    title: shortenText(isDirect ? sender : getChatGroupName(group), longestName),
    body,
  }
}

function composeCallPush(news: CallPush): PushText {
  const { groupId, group, caller, callId, isAudioOnly, isAnswered } = news
  const { isDirect } = group
  const name = shortenText(getPersonName(caller), longestName)
  const kind = isAudioOnly ? 'audio' : 'video'
  const ringingText = isDirect ? text.incomingCall({ kind }) : text.callStarted({ caller: name, kind })
  return {
    tag: `call-${groupId}`,
    about: 'call',
    id: groupId,
    url: `/communication?group=${groupId}`,
    title: isDirect ? name : shortenText(getChatGroupName(group), longestName),
    body: isAnswered ? text.answeredElsewhere : ringingText,
    ...(isAnswered ? { isQuiet: true } : { callId }),
  }
}

/**
 * Builds the tag of a push. A push replaces an older one with the same tag: a missed call replaces the incoming call.
 */
function buildPushTag({ kind, subjectId, notificationId }: NotificationPush): string {
  if (kind === 'call.missed') return `call-${subjectId}`
  return kind === 'message.mentioned' ? `group-${subjectId}` : `notification-${notificationId}`
}

/** Builds a push message with the same text as the notification in the app; undefined for an unknown kind. */
function composeNotificationPush(news: NotificationPush): PushText | undefined {
  const { notificationId, kind, subject, subjectId } = news
  if (!isNotificationKind(kind)) return undefined
  const { leadsTo, part, choice } = getNotificationKindDefinition(kind)
  // The push about a roll-call (safety check) of a whole country contains the name of the country.
  const name = kind.startsWith('roll_call.') ? getCountryName(subject) : subject
  const path = `${leadsTo.replace('$id', String(subjectId))}${part ? `#${part}` : ''}`
  return {
    tag: buildPushTag(news),
    about: 'notification',
    id: notificationId,
    url: leadsTo === '/communication' && subjectId ? `${path}?group=${subjectId}` : path,
    title: notificationGroupLabels[choice ?? 'membership'],
    body: shortenText(
      formatNotificationSentence(kind, shortenText(getPersonName(name ?? ''), longestName)),
      longestBody,
    ),
  }
}

/** Builds a push without details, for administrators who must sign in again because their session was idle too long. */
function composeAnonymousPush(): PushText {
  return {
    tag: 'account',
    about: 'account',
    id: 0,
    url: '/dashboard',
    title: text.somethingNew,
    body: text.signInToSee,
  }
}

function composePushText(news: PendingPush): PushText | undefined {
  if (news.about === 'group') return composeMessagePush(news)
  return news.about === 'call' ? composeCallPush(news) : composeNotificationPush(news)
}

/** Builds a push message in the current language, which is that of its recipient. */
export function buildPushMessage(news: PendingPush): PushMessage | undefined {
  const { unseen, count, isSignedIn } = news
  const composed = isSignedIn ? composePushText(news) : composeAnonymousPush()
  return composed && { ...composed, language: getLanguage(), unseen, count }
}

const secondsPerDay = 24 * 60 * 60

/** Returns how many seconds the push service keeps a push for an offline device. */
export function getPushTimeToLive({ about }: PendingPush): number {
  return about === 'call' ? ringingTimeout / 1000 : about === 'group' ? 3 * secondsPerDay : 7 * secondsPerDay
}
