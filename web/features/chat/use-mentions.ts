import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listGroupMembers } from '#shared/contracts/chat.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { type Extra, everybody, mostMentions } from '#shared/e2ee/extra.ts'
import { pageQuery } from '#web/lib/pages.ts'
import { messageText as text } from './message.text.ts'

const mostShown = 6
const fold = (words: string) => words.toLocaleLowerCase('ms')

export interface Suggestion {
  id: number
  name: string
  /** What stands beside the name. */
  about: string
}

/** The name that is being written where the cursor is: an @ at the beginning of a word, and what follows it. */
function nameAt(typed: string, cursor: number): string | undefined {
  return /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/u.exec(typed.slice(0, cursor))?.[1]
}

/** Who can be called on in what is typed, and who has been. */
export function useMentions({ id, type, direct, mayRun }: GroupRow, myId: number) {
  const [cursor, setCursor] = useState<{ typed: string; place: number }>()
  const chosen = useRef(new Map<string, number>())
  const written = cursor && nameAt(cursor.typed, cursor.place)
  // What follows a name that was chosen is the rest of the sentence.
  const isChosen =
    written !== undefined && [...chosen.current.keys()].some(one => `@${written}`.startsWith(one))
  const name = isChosen ? undefined : written
  const [search] = useDebouncedValue(name, 150)
  const [active, setActive] = useState(0)
  const isOpen = name !== undefined && !direct
  const members = useQuery({
    ...pageQuery(listGroupMembers, {
      params: { id },
      query: { page: 1, pageSize: mostShown + 1, ...(search && { search }) },
    }),
    enabled: isOpen && search !== undefined,
  })
  const mayCallAll = mayRun && type !== 'global' && text.everybody.startsWith(fold(name ?? ''))
  const people = (members.data?.rows ?? [])
    // What was found for fewer letters stays until the answer is there.
    .filter(person => person.id !== myId && fold(person.fullName).includes(fold(name ?? '')))
    .map(({ id: userId, fullName, clubName }) => ({ id: userId, name: fullName, about: clubName ?? '' }))
  const all = { id: everybody, name: text.everybody, about: text.everybodyHint }
  const suggestions: Suggestion[] = isOpen
    ? [...(mayCallAll ? [all] : []), ...people].slice(0, mostShown)
    : []

  return {
    suggestions,
    active: Math.min(active, suggestions.length - 1),
    move: (step: number) => setActive((active + step + suggestions.length) % suggestions.length),
    /** Where the cursor is in what is typed. */
    follow: (typed: string, place: number) => {
      setCursor({ typed, place })
      setActive(0)
    },
    close: () => setCursor(undefined),
    /** What is typed with this name in it, and where the cursor is then. */
    choose: (one: Suggestion): { typed: string; place: number } => {
      const { typed, place } = cursor ?? { typed: '', place: 0 }
      const before = typed.slice(0, place - (name?.length ?? 0))
      chosen.current.set(`@${one.name}`, one.id)
      setCursor(undefined)
      return {
        typed: `${before}${one.name} ${typed.slice(place)}`,
        place: before.length + one.name.length + 1,
      }
    },
    /** Of those who were chosen the ones whose names still stand there. */
    calledIn: (typed: string): Pick<Extra, 'mentions' | 'called'> => {
      const still = [...chosen.current].filter(([called]) => typed.includes(called)).slice(0, mostMentions)
      if (still.length === 0) return {}
      return {
        mentions: [...new Set(still.map(([, userId]) => userId))],
        called: still.map(([called]) => called),
      }
    },
  }
}
