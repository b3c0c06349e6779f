import { Box, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { electionsText, electionText as text } from '#texts/elections.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { ElectionClosingAndAnnulmentNotices } from './ElectionClosingAndAnnulmentNotices.tsx'
import { ElectionQuestionResultPanel } from './ElectionQuestionResultPanel.tsx'
import { ElectionStageProgress } from './ElectionStageProgress.tsx'
import { ElectionStatusBadge } from './ElectionStatusBadge.tsx'
import { useElection } from './elections.api.ts'
import { listOwnNominations, NominationResponseForm } from './NominationResponseForm.tsx'
import {
  ElectionOrganiserPanel,
  ElectionOrganiserTaskBanner,
  electoralRollId,
} from './organising/ElectionOrganiserPanel.tsx'
import { TrusteeList } from './TrusteeList.tsx'
import { TurnoutPanel } from './TurnoutPanel.tsx'
import { BallotReceiptLookup } from './voting/BallotReceiptLookup.tsx'
import { ElectionLogTamperingAlert } from './voting/ElectionLogTamperingAlert.tsx'
import { ElectionRecountPanel } from './voting/ElectionRecountPanel.tsx'
import { ElectoralRollPanel } from './voting/ElectoralRollPanel.tsx'
import { TrusteeKeyBackupPanel } from './voting/TrusteeKeyBackupPanel.tsx'
import { findTrusteeTask, TrusteeTaskBanner } from './voting/TrusteeTaskBanner.tsx'
import { VoterTaskPanel } from './voting/VoterTaskPanel.tsx'

function ElectionHeader({ election }: { election: ElectionDetail }) {
  const facts = [
    getCountryName(election.place) ?? electionsText.all,
    text.questionCount({ count: election.questions.length }),
    text.organiser({ name: election.organiser.fullName }),
  ]
  return (
    <div>
      <Flex gap={12} justify="space-between" align="flex-start" wrap="wrap-reverse">
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {election.title}
        </Title>
        <ElectionStatusBadge status={election.status} />
      </Flex>
      <Text size="sm" c="dimmed" mt={4}>
        <DotSeparatedList parts={facts} />
      </Text>
      {election.description && (
        <Text mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {election.description}
        </Text>
      )}
    </div>
  )
}

/** Page of one election: what the user has to do next, its progress, and the questions with their results. */
export function ElectionView({ id, user }: { id: number; user: CurrentUser }) {
  const query = useElection(id)
  const isPhone = useIsPhone()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const election = query.data
  if (!election) return <Skeleton height={480} radius={16} />
  const isPublished = election.status === 'published'
  const hasUrgentTask =
    election.own.nominationIds.length > 0 || !['none', 'wait'].includes(findTrusteeTask(election))
  // Lost trustee keys can make an election fail, so the key backup panel is on top until voting opens.
  const keyBackup = election.own.trusteeIndex !== null && (
    <TrusteeKeyBackupPanel user={user} election={election} />
  )
  const turnout = election.openedAt && <TurnoutPanel election={election} />
  const hasRoll =
    election.rollFixedAt !== null &&
    election.status !== 'annulled' &&
    (election.own.credential !== null || election.own.canManage)
  return (
    <Stack gap={16} maw={1120}>
      <Stack gap={8}>
        <BackLink to="/elections">{text.back}</BackLink>
        <ElectionHeader election={election} />
      </Stack>
      <ElectionClosingAndAnnulmentNotices election={election} />
      <ElectionLogTamperingAlert user={user} election={election} />
      <TrusteeTaskBanner user={user} election={election} />
      {election.own.canManage && <ElectionOrganiserTaskBanner election={election} />}
      {election.own.canManage && <ElectionOrganiserPanel user={user} election={election} />}
      {listOwnNominations(election, user.id).map(({ question, candidate }) => (
        <NominationResponseForm
          key={candidate.id}
          electionId={election.id}
          question={question}
          candidate={candidate}
        />
      ))}
      {!isPublished && <VoterTaskPanel user={user} election={election} isQuiet={hasUrgentTask} />}
      {!election.openedAt && keyBackup}
      <ElectionStageProgress election={election} />
      {isPhone && !isPublished && turnout}
      <Columns template={{ md: 'minmax(0, 5fr) minmax(0, 3fr)' }} gap={16} align="start">
        <Stack gap={16}>
          <Title order={2} size="h4" hiddenFrom="md">
            {isPublished ? text.results : text.questions}
          </Title>
          {election.questions.map(question => (
            <ElectionQuestionResultPanel key={question.id} question={question} election={election} />
          ))}
          {/* After publication, the questions with their results come before the voter panel. */}
          {isPublished && <VoterTaskPanel user={user} election={election} />}
          {hasRoll && (
            <Box id={electoralRollId} style={{ scrollMarginTop: 76 }}>
              <ElectoralRollPanel user={user} election={election} />
            </Box>
          )}
          {election.openedAt && keyBackup}
          {election.openedAt && <ElectionRecountPanel user={user} election={election} />}
        </Stack>
        <Stack gap={16}>
          {!(isPhone && !isPublished) && turnout}
          <TrusteeList user={user} election={election} />
          {election.openedAt && <BallotReceiptLookup user={user} election={election} />}
        </Stack>
      </Columns>
    </Stack>
  )
}
