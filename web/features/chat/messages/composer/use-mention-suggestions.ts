import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listGroupMembers } from '#shared/contracts/chat/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { type MessageMetadata, maxMentions, mentionEveryone } from '#shared/e2ee/message-metadata.ts'
import { messageText as text } from '#texts/messages.ts'
import { buildQueryOptionsForListPage } from '#web/lib/query/paged-queries.ts'
import { useSignedUserNameLookup } from '#web/lib/query/use-pinned-keys.ts'

const maxSuggestions = 6
const normalizeName = (value: string) => value.toLocaleLowerCase('ms')

export interface MentionSuggestion {
  id: number
  name: string
  /** Text below the name of a suggested member, such as the club. */
  about: string
}

/** Returns the text between the last @ and the cursor; undefined when no mention is being typed. */
function findPartialMention(typed: string, cursor: number): string | undefined {
  return /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/u.exec(typed.slice(0, cursor))?.[1]
}

/** Suggests members for an @mention and tracks the chosen mentions of a message. */
export function useMentionSuggestions({ id, type, direct, mayRun, encrypted }: GroupRow, myId: number) {
  const getSignedName = useSignedUserNameLookup()
  const [cursor, setCursor] = useState<{ typed: string; position: number }>()
  const chosen = useRef(new Map<string, number>())
  const partialName = cursor && findPartialMention(cursor.typed, cursor.position)
  // Text after a mentioned name belongs to the sentence and starts no new mention.
  const isChosen =
    partialName !== undefined &&
    [...chosen.current.keys()].some(mention => `@${partialName}`.startsWith(mention))
  const name = isChosen ? undefined : partialName
  const [search] = useDebouncedValue(name, 150)
  const [active, setActive] = useState(0)
  const isOpen = name !== undefined && !direct
  const members = useQuery({
    ...buildQueryOptionsForListPage(listGroupMembers, {
      params: { id },
      query: { page: 1, pageSize: maxSuggestions + 1, ...(search && { search }) },
    }),
    enabled: isOpen && search !== undefined,
  })
  const canMentionEverybody =
    mayRun && type !== 'global' && text.everybody.startsWith(normalizeName(name ?? ''))
  // An encrypted group shows its members under their signed names, so mentions use these names as well.
  const getName = (person: { id: number; fullName: string }) =>
    (encrypted ? getSignedName(person.id) : undefined) ?? person.fullName
  const people = (members.data?.rows ?? [])
    .map(person => ({ id: person.id, name: getName(person), about: person.clubName ?? '' }))
    // Until the server responds, the client filters the suggestions for the previously typed text.
    .filter(person => person.id !== myId && normalizeName(person.name).includes(normalizeName(name ?? '')))
  const everybodySuggestion = { id: mentionEveryone, name: text.everybody, about: text.everybodyHint }
  const suggestions: MentionSuggestion[] = isOpen
    ? [...(canMentionEverybody ? [everybodySuggestion] : []), ...people].slice(0, maxSuggestions)
    : []

  return {
    suggestions,
    active: Math.min(active, suggestions.length - 1),
    move: (step: number) => setActive((active + step + suggestions.length) % suggestions.length),
    /** Records the typed text and the position of the cursor. Called after every input. */
    updateCursor: (typed: string, position: number) => {
      setCursor({ typed, position })
      setActive(0)
    },
    close: () => setCursor(undefined),
    /** Inserts the name of the member chosen for a mention. Returns the new message text and cursor position. */
    choose: (suggestion: MentionSuggestion): { typed: string; position: number } => {
      const { typed, position } = cursor ?? { typed: '', position: 0 }
      const before = typed.slice(0, position - (name?.length ?? 0))
      chosen.current.set(`@${suggestion.name}`, suggestion.id)
      setCursor(undefined)
      return {
        typed: `${before}${suggestion.name} ${typed.slice(position)}`,
        position: before.length + suggestion.name.length + 1,
      }
    },
    /** Returns the members whom the user mentioned and whose names are still in the typed text. */
    collectMentions: (typed: string): Pick<MessageMetadata, 'mentions' | 'called'> => {
      const remaining = [...chosen.current]
        .filter(([mention]) => typed.includes(mention))
        .slice(0, maxMentions)
      if (remaining.length === 0) return {}
      return {
        mentions: [...new Set(remaining.map(([, userId]) => userId))],
        called: remaining.map(([mention]) => mention),
      }
    },
  }
}
