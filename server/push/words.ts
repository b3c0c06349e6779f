// What a device shows, and for how long it is worth showing. What is said in encrypted groups the server does not know;
// of all others it tells the beginning.
import { ringingTime } from '#shared/contracts/calls.ts'
import type { PushMessage } from '#shared/contracts/push.ts'
import { formerMember } from '#shared/labels.ts'
import { choiceGroups, isKnownKind, recordOf } from '#shared/notification-kinds.ts'
import type { CallNews, GroupNews, News, NotificationNews } from './pushes.queries.ts'

type Said = Omit<PushMessage, 'unseen' | 'count'>

const longestName = 80
const longestBody = 160

function shorten(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

function sayMessages(news: GroupNews): Said {
  const { groupId, groupName, isDirect, isEncrypted, unread, sender, content, messageType } = news
  const many = unread > 1 ? `${unread} mesej baharu` : undefined
  const words =
    isEncrypted || messageType !== 'text' ? undefined : isDirect ? content : `${sender}: ${content}`
  const body = words
    ? [many, shorten(words, longestBody)].filter(Boolean).join('\n')
    : (many ?? (isDirect ? 'Mesej baharu' : `Mesej baharu daripada ${shorten(sender, longestName)}`))
  return {
    tag: `group-${groupId}`,
    about: 'group',
    id: groupId,
    url: `/communication?group=${groupId}`,
    title: shorten(isDirect ? sender : groupName, longestName),
    body,
  }
}

function sayCall(news: CallNews): Said {
  const { groupId, groupName, isDirect, caller, callId, isAudioOnly, isAnswered } = news
  const name = shorten(caller, longestName)
  const kind = isAudioOnly ? 'suara' : 'video'
  const rings = isDirect ? `Panggilan ${kind} masuk` : `${name} memulakan panggilan ${kind}`
  return {
    tag: `call-${groupId}`,
    about: 'call',
    id: groupId,
    url: `/communication?group=${groupId}`,
    title: isDirect ? name : shorten(groupName, longestName),
    body: isAnswered ? 'Dijawab pada peranti lain' : rings,
    ...(isAnswered ? { isQuiet: true } : { callId }),
  }
}

/** A call that was missed takes the place of its ringing, and who was called on need not be told of the message twice. */
function tagOf({ kind, subjectId, notificationId }: NotificationNews): string {
  if (kind === 'call.missed') return `call-${subjectId}`
  return kind === 'message.mentioned' ? `group-${subjectId}` : `notification-${notificationId}`
}

/** As at the bell; undefined: written by another release. */
function sayNotification(news: NotificationNews): Said | undefined {
  const { notificationId, kind, subject, subjectId } = news
  if (!isKnownKind(kind)) return undefined
  const { sentence, leadsTo, part, choice } = recordOf(kind)
  const place = `${leadsTo.replace('$id', String(subjectId))}${part ? `#${part}` : ''}`
  return {
    tag: tagOf(news),
    about: 'notification',
    id: notificationId,
    url: leadsTo === '/communication' && subjectId ? `${place}?group=${subjectId}` : place,
    title: choice ? choiceGroups[choice.group] : choiceGroups.membership,
    body: shorten(sentence(shorten(subject ?? formerMember, longestName)), longestBody),
  }
}

/** For whoever has been away for so long that they have to sign in again. */
const somethingNew: Said = {
  tag: 'account',
  about: 'account',
  id: 0,
  url: '/dashboard',
  title: 'Ada yang baharu',
  body: 'Log masuk untuk melihatnya.',
}

function say(news: News): Said | undefined {
  if (news.about === 'group') return sayMessages(news)
  return news.about === 'call' ? sayCall(news) : sayNotification(news)
}

export function composePush(news: News): PushMessage | undefined {
  const { unseen, count, isSignedIn } = news
  const said = isSignedIn ? say(news) : somethingNew
  return said && { ...said, unseen, count }
}

const day = 24 * 60 * 60

/** Seconds for which it is worth waiting for a device that is off. */
export function lifeOf({ about }: News): number {
  return about === 'call' ? ringingTime / 1000 : about === 'group' ? 3 * day : 7 * day
}
