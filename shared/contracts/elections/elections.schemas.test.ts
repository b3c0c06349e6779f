import { describe, expect, it } from 'vitest'
import { electionBody } from './elections.schemas.ts'

const question = {
  text: 'Siapa pengerusi?',
  min: 1,
  max: 1,
  hasBlank: true,
  candidates: [
    { userId: 1, name: '' },
    { userId: 2, name: '' },
  ],
}
const draft = {
  title: 'Pilihan raya AJK',
  enrolmentEndsAt: '2026-11-26T20:00:00Z',
  opensAt: '2026-11-28T20:00:00Z',
  closesAt: '2026-12-05T20:00:00Z',
  questions: [question],
  trusteeIds: [1, 2, 3],
}

function listErrors(changes: object) {
  const { error } = electionBody.safeParse({ ...draft, ...changes })
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('electionBody', () => {
  it('the schema of an election draft accepts a member who is a candidate of two questions and also a trustee', () => {
    expect(listErrors({ questions: [question, question] })).toBeUndefined()
  })

  it('the schema of an election draft rejects a member nominated twice for one question, with an error at `candidates`', () => {
    const candidates = [question.candidates[0], question.candidates[0]]
    expect(listErrors({ questions: [{ ...question, candidates }] })).toEqual([
      'questions.0.candidates: Ahli yang sama dicalonkan dua kali bagi soalan ini',
    ])
  })

  it('the schema of an election draft rejects a trustee who is chosen twice, with an error at `trustees`', () => {
    expect(listErrors({ trusteeIds: [1, 2, 2] })).toEqual([
      'trusteeIds: Setiap pemegang amanah mestilah orang lain',
    ])
  })
})
