import { useState } from 'react'
import { readToken, type Said } from '#shared/card-token.ts'
import type { CheckInList, Guest, Outcome } from '#shared/contracts/check-in.ts'
import { judgeHere } from '#web/lib/judge-card.ts'
import { useStore } from '#web/lib/store.ts'
import { signal } from './feedback.ts'
import { addMark, marks, type Pending, withPending } from './marks.ts'

type Person = Pending['guest']

export interface Seen {
  key: string
  outcome: Outcome | 'unsure'
  person?: Person
  /** Of somebody who could still be added. */
  token?: string
  at: number
}

const mostSeen = 12
const kinds: Partial<Record<Seen['outcome'], 'good' | 'known'>> = {
  in: 'good',
  added: 'good',
  already: 'known',
}

/** As far as the card itself tells. */
function personOf({ person, words }: Said): Person {
  return { id: person, fullName: words.fullName, clubName: words.club || null, profileImageUrl: null }
}

/** Everything that is done at one door, with a network or without. */
export function useDoor(id: number, list: CheckInList) {
  const { pending, clashes } = useStore(marks)
  const [seen, setSeen] = useState<Seen[]>([])
  const guests = withPending(list.guests, id, pending)
  const confirmed = guests.filter(({ status }) => status !== 'waiting').length
  const isFull = list.maxParticipants !== null && confirmed >= list.maxParticipants

  const show = (outcome: Seen['outcome'], person?: Person, token?: string) => {
    signal(kinds[outcome] ?? 'bad')
    const one = { key: crypto.randomUUID(), outcome, person, token, at: Date.now() }
    setSeen(before => [one, ...before].slice(0, mostSeen))
  }

  const say = (person: Person, word: { isPresent: boolean; token?: string; isAdding?: true }) => {
    const { token, ...rest } = word
    const mark = { id: crypto.randomUUID(), at: new Date().toISOString(), ...rest }
    const whose = token === undefined ? { userId: person.id } : { token }
    addMark({ activityId: id, guest: person, mark: { ...mark, ...whose } })
  }

  async function scan(scanned: string): Promise<void> {
    const read = readToken(scanned)
    if (read?.said.kind !== 'card') return show('foreign')
    const { said, token } = read
    const { verdict } = await judgeHere(read)
    if (verdict === 'foreign' || verdict === 'unsure') return show(verdict)
    if (verdict !== 'valid') return show(verdict, personOf(said))
    // As it stands now, not as it stood when the camera was opened.
    const now = withPending(list.guests, id, marks.get().pending).find(guest => guest.id === said.person)
    if (now?.status === 'attended') return show('already', now)
    if (now?.status !== 'registered')
      return show(now ? 'waiting' : 'not_listed', now ?? personOf(said), token)
    say(now, { isPresent: true, token })
    show('in', now)
  }

  const add = ({ key, person, token }: Seen) => {
    if (!person || !token) return
    say(person, { isPresent: true, token, isAdding: true })
    setSeen(before => before.filter(one => one.key !== key))
    show('added', person)
  }

  const undo = ({ key, person }: Seen) => {
    if (!person) return
    say(person, { isPresent: false })
    setSeen(before => before.map(one => (one.key === key ? { ...one, outcome: 'out' } : one)))
  }

  const tick = (guest: Guest, isPresent: boolean) => say(guest, { isPresent })

  const mine = <T extends { activityId: number }>(all: T[]) => all.filter(one => one.activityId === id)
  return { guests, isFull, seen, scan, add, undo, tick, pending: mine(pending), clashes: mine(clashes) }
}
export type Door = ReturnType<typeof useDoor>
