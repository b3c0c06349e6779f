import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'

/**
 * Candidate being edited by the organiser. `member` is null for a written answer, and undefined until a member is
 * chosen.
 */
export interface CandidateDraft {
  key: number
  id?: number
  isMember: boolean
  member: { id: number; fullName: string } | null
  name: string
}

export interface QuestionDraft {
  key: number
  text: string
  min: number
  max: number
  hasBlank: boolean
  candidates: CandidateDraft[]
}

let keys = 0

export function createCandidateDraft(isMember: boolean): CandidateDraft {
  return { key: keys++, isMember, member: null, name: '' }
}

export function createQuestionDraft(): QuestionDraft {
  return {
    key: keys++,
    text: '',
    min: 1,
    max: 1,
    hasBlank: true,
    candidates: [createCandidateDraft(true), createCandidateDraft(true)],
  }
}

export function convertElectionQuestionsToDrafts(election: ElectionDetail | undefined): QuestionDraft[] {
  if (!election) return [createQuestionDraft()]
  return election.questions.map(({ text, min, max, hasBlank, candidates }) => ({
    key: keys++,
    text,
    min,
    max,
    hasBlank,
    candidates: candidates.map(({ id, person, name }) => ({
      key: keys++,
      id,
      isMember: person !== null,
      member: person,
      name: person ? '' : name,
    })),
  }))
}

/** Converts the edited election questions to the request body. Empty candidate rows are left out. */
export function convertDraftsToQuestions(drafts: QuestionDraft[]) {
  return drafts.map(({ text, min, max, hasBlank, candidates }) => ({
    text,
    min,
    max,
    hasBlank,
    candidates: candidates
      .filter(({ isMember, member, name }) => (isMember ? member !== null : name.trim() !== ''))
      .map(({ id, isMember, member, name }) => ({
        id,
        userId: isMember ? (member?.id ?? null) : null,
        name: isMember ? '' : name,
      })),
  }))
}
