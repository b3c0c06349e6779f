// Renders parts of the election page to static markup and checks their text.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ElectionClosingAndAnnulmentNotices } from './ElectionClosingAndAnnulmentNotices.tsx'
import { listOwnNominations, NominationResponseForm } from './NominationResponseForm.tsx'
import { ChosenAnswersSummary } from './voting/ChosenAnswersSummary.tsx'
import { VoterEnrolmentPanel } from './voting/VoterEnrolmentPanel.tsx'

function renderText(element: ReactNode): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>{element}</MantineProvider>
    </QueryClientProvider>,
  )
  return html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const user = { id: 1, fullName: 'Aminah Yusof' }
const own = {
  isEligible: true,
  credential: null,
  ballotHash: null,
  trusteeIndex: null,
  nominationIds: [],
  canManage: false,
}

/** Builds an election with the fields that the tested parts read. */
const buildElection = (fields: object) =>
  ({
    id: 1,
    uuid: 'J5cwGUMYC8zq1D',
    timeZone: 'Europe/London',
    enrolmentEndsAt: '2026-11-26T20:00:00Z',
    opensAt: '2026-11-28T20:00:00Z',
    closesAt: '2026-12-05T20:00:00Z',
    rollFixedAt: null,
    own,
    ...fields,
  }) as unknown as ElectionDetail

describe('ElectionClosingAndAnnulmentNotices', () => {
  it('ElectionClosingAndAnnulmentNotices says that too few members enrolled when the election was annulled at the end of enrolment', () => {
    const annulled = { status: 'annulled', isTooSmall: true }
    expect(renderText(<ElectionClosingAndAnnulmentNotices election={buildElection(annulled)} />)).toContain(
      'Kurang daripada 5 ahli mendaftar',
    )
    const afterVoting = buildElection({ ...annulled, rollFixedAt: '2026-11-26T20:00:00Z' })
    expect(renderText(<ElectionClosingAndAnnulmentNotices election={afterVoting} />)).toContain(
      'Kurang daripada 5 pengundi mengundi',
    )
  })
})

describe('VoterEnrolmentPanel', () => {
  it('VoterEnrolmentPanel shows how many members have enrolled and how many the election needs, before and after the user has enrolled', () => {
    for (const credential of [null, 'a'.repeat(64)]) {
      const election = buildElection({ status: 'announced', enrolled: 3, own: { ...own, credential } })
      expect(renderText(<VoterEnrolmentPanel user={user} election={election} isQuiet={false} />)).toContain(
        '3 daripada minimum 5 berdaftar',
      )
    }
  })
})

describe('ChosenAnswersSummary', () => {
  it('ChosenAnswersSummary names the chosen answer of each question, or the blank vote', () => {
    const candidates = ['Aminah', 'Borhan'].map((name, id) => ({ id, name }))
    const { questions } = buildElection({
      questions: [
        { id: 1, text: 'Siapa pengerusi?', hasBlank: true, candidates },
        { id: 2, text: 'Siapa setiausaha?', hasBlank: true, candidates },
      ],
    })
    const choices = [
      [0, 0, 1],
      [1, 0, 0],
    ]
    const shown = renderText(<ChosenAnswersSummary questions={questions} choices={choices} />)
    expect(shown).toMatch(/Siapa pengerusi\? +Borhan +Siapa setiausaha\? +Undi kosong bagi soalan ini/)
    expect(shown).not.toContain('Aminah')
  })
})

describe('NominationResponseForm', () => {
  const candidate = { id: 7, name: user.fullName, person: user, statement: 'Saya sedia.', status: 'accepted' }
  const questions = [{ id: 1, text: 'Siapa pengerusi?', candidates: [candidate] }]

  it('NominationResponseForm lets a nominee who has accepted change the statement or withdraw until the election is announced', () => {
    const [own] = listOwnNominations(buildElection({ status: 'draft', questions }), user.id)
    if (!own) throw new Error('no nomination')
    const shown = renderText(<NominationResponseForm electionId={1} {...own} />)
    expect(shown).toContain('Simpan kenyataan')
    expect(shown).toContain('Tarik diri')
    expect(listOwnNominations(buildElection({ status: 'announced', questions }), user.id)).toEqual([])
  })
})
