import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconChartBar, IconClock, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import {
  type ElectionDetail,
  minBallots,
  reminderPauseHours,
} from '#shared/contracts/elections/elections.schemas.ts'
import { electionText, organiserText as text } from '#texts/elections.ts'
import { ElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { EnrolledVoterCount } from '#web/features/elections/EnrolledVoterCount.tsx'
import {
  useAnnounceElection,
  useConfirmAnnulmentAsSecondPerson,
  useConfirmElectoralRoll,
  useDeleteElection,
  useEndElectionVotingEarly,
  useProposeAnnulment,
  usePublishElectionResult,
  useSendElectionReminders,
  useWithdrawAnnulment,
} from '#web/features/elections/elections.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const ElectionDialog = createLazyOverlay(async () => (await import('./ElectionDialog.tsx')).ElectionDialog)
const EndOrAnnulElectionReasonDialog = createLazyOverlay(
  async () => (await import('./EndOrAnnulElectionReasonDialog.tsx')).EndOrAnnulElectionReasonDialog,
)

/** Id of the element with the electoral roll, to which the organiser's panel links. */
export const electoralRollId = 'electoral-roll'

interface Props {
  user: CurrentUser
  election: ElectionDetail
}

/** Lists the nominees who must still accept or decline. Until they do, the election cannot be announced. */
const listOpenNominees = ({ questions }: ElectionDetail) =>
  questions.flatMap(({ candidates }) =>
    candidates.filter(({ status }) => status === 'proposed').map(({ name }) => name),
  )

function DraftElectionButtons({ user, election }: Props) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const remove = useDeleteElection(election.id)
  const announce = useAnnounceElection(election.id)
  const canAnnounce = listOpenNominees(election).length === 0
  const confirmElectionRemoval = () =>
    openConfirmDialog({
      title: text.remove,
      text: text.removeConfirm,
      action: text.remove,
      isDangerous: true,
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/elections' }) }),
    })
  const confirmAnnouncement = () =>
    openConfirmDialog({
      title: text.announce,
      text: text.announceConfirm({ min: minBallots }),
      action: text.announce,
      onConfirm: () => announce.mutate(),
    })
  const announceButton = (
    <Button disabled={!canAnnounce} loading={announce.isPending} onClick={confirmAnnouncement}>
      {text.announce}
    </Button>
  )
  return (
    <>
      {canAnnounce && announceButton}
      <Button variant={canAnnounce ? 'default' : 'light'} onClick={() => setEditing(true)}>
        {text.edit}
      </Button>
      {!canAnnounce && announceButton}
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={confirmElectionRemoval}>
        {text.remove}
      </Button>
      {isEditing && <ElectionDialog user={user} election={election} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Buttons to propose annulling the election. A second organiser confirms the proposal, or it is withdrawn. */
function AnnulmentButtons({ election }: Pick<Props, 'election'>) {
  const [isProposing, setProposing] = useState(false)
  const propose = useProposeAnnulment(election.id)
  const confirm = useConfirmAnnulmentAsSecondPerson(election.id)
  const withdraw = useWithdrawAnnulment(election.id)
  const isPhone = useIsPhone()
  if (!election.annulmentProposedBy) {
    return (
      <>
        <Button
          variant="subtle"
          color="red"
          style={isPhone ? { flexBasis: '100%' } : undefined}
          onClick={() => setProposing(true)}
        >
          {text.annul}
        </Button>
        {isProposing && (
          <EndOrAnnulElectionReasonDialog
            title={text.annul}
            help={text.annulHelp}
            sending={propose}
            onClose={() => setProposing(false)}
          />
        )}
      </>
    )
  }
  const confirmAnnulment = () =>
    openConfirmDialog({
      title: text.confirmAnnul,
      text: text.confirmAnnulText,
      action: text.confirmAnnul,
      isDangerous: true,
      onConfirm: () => confirm.mutate(),
    })
  return (
    <>
      {election.own.canConfirmAnnulment && (
        <Button color="red" loading={confirm.isPending} onClick={confirmAnnulment}>
          {text.confirmAnnul}
        </Button>
      )}
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {text.withdraw}
      </Button>
    </>
  )
}

const isTrusteeUnready = ({ readyAt }: ElectionDetail['trustees'][number]) => readyAt === null

/** Returns the label of the reminder button, which says whom it reminds; undefined if no task is open. */
function describeReminder({ status, trustees, voted, enrolled }: ElectionDetail): string | undefined {
  if (status === 'announced') return text.remind
  if (status === 'roll_fixed') return trustees.some(isTrusteeUnready) ? text.remindTrustees : undefined
  if (status === 'open') return voted < enrolled ? text.remindVoters : undefined
  return status === 'closed' ? text.remindTrustees : undefined
}

/** Button that reminds everybody who still has a task in the election. It is absent for twelve hours after each use. */
function ElectionReminderButton({ election }: Pick<Props, 'election'>) {
  const remind = useSendElectionReminders(election.id)
  const label = describeReminder(election)
  if (!label || isReminderRecent(election)) return null
  return (
    <Button variant="light" loading={remind.isPending} onClick={() => remind.mutate()}>
      {label}
    </Button>
  )
}

const isReminderRecent = ({ remindedAt }: ElectionDetail): boolean =>
  remindedAt !== null && Date.parse(remindedAt) > Date.now() - reminderPauseHours * 3_600_000

/** Time at which the period for objections to the list of voters ends, or undefined before the list is fixed. */
const getEndOfObjections = ({ rollFixedAt, objectionHours }: ElectionDetail): number | undefined =>
  rollFixedAt === null ? undefined : Date.parse(rollFixedAt) + objectionHours * 3_600_000

/** Whether the period for objections to the list of voters has ended and the list is not yet confirmed. */
function isElectoralRollConfirmable(election: ElectionDetail): boolean {
  const end = getEndOfObjections(election)
  return (
    election.status === 'roll_fixed' && !election.rollConfirmedAt && end !== undefined && end <= Date.now()
  )
}

/** Banner with the organiser's next step: confirming the electoral roll (list of voters) or publishing the result. */
export function ElectionOrganiserTaskBanner({ election }: Pick<Props, 'election'>) {
  const confirmRoll = useConfirmElectoralRoll(election.id)
  const publish = usePublishElectionResult(election.id)
  if (isElectoralRollConfirmable(election)) {
    return (
      <ElectionStepCard
        icon={IconUsersGroup}
        title={text.confirmRollTitle}
        help={text.confirmRollHelp}
        button={text.confirmRoll}
        isPending={confirmRoll.isPending}
        onClick={() => confirmRoll.mutate()}
      />
    )
  }
  if (election.status !== 'counted') return null
  const confirmPublication = () =>
    openConfirmDialog({
      title: text.publish,
      text: text.publishConfirm,
      action: text.publish,
      onConfirm: () => publish.mutate(),
    })
  return (
    <ElectionStepCard
      icon={IconChartBar}
      title={text.publishTitle}
      help={text.publishHelp}
      button={text.publish}
      isPending={publish.isPending}
      onClick={confirmPublication}
    />
  )
}

/** Button that closes an open election before its planned end. */
function EarlyClosingButton({ election }: Pick<Props, 'election'>) {
  const [isClosing, setClosing] = useState(false)
  const close = useEndElectionVotingEarly(election.id)
  if (election.status !== 'open') return null
  return (
    <>
      <Button variant="default" onClick={() => setClosing(true)}>
        {text.close}
      </Button>
      {isClosing && (
        <EndOrAnnulElectionReasonDialog
          title={text.close}
          help={text.closeHelp}
          sending={close}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}

/** Says in a sentence what must happen before the election can continue. */
function describeWhatElectionWaitsFor(election: ElectionDetail): string | undefined {
  const { status, trustees, rollConfirmedAt, opensAt, timeZone } = election
  if (status === 'draft') return text.draft
  if (status !== 'announced' && status !== 'roll_fixed') return undefined
  const unready = trustees.filter(isTrusteeUnready).length
  if (unready > 0) return text.waitTrustees({ count: unready, total: trustees.length })
  const end = getEndOfObjections(election)
  if (end === undefined || rollConfirmedAt)
    return text.waitOpening({ time: formatDeadline(opensAt, timeZone) })
  return isElectoralRollConfirmable(election)
    ? undefined
    : text.waitRoll({ time: formatDeadline(new Date(end).toISOString(), timeZone) })
}

/** Alert that names the voters whose devices have seen entries that the election log no longer contains. */
function LostLogEventsAlert({ election: { lostEvents, head } }: Pick<Props, 'election'>) {
  if (lostEvents.length === 0) return null
  const height = Math.max(...lostEvents.map(lost => lost.height))
  const names = lostEvents.map(({ person }) => person.fullName).join(', ')
  return (
    <Text p="sm" bdrs={12} {...getToneProps('bad')}>
      {text.lostEvents({ count: lostEvents.length, height, now: head?.height ?? 0, names })}
    </Text>
  )
}

/** Alerts that show the election organiser each objection of a member to the list of voters. */
function ObjectionAlerts({ election: { objections } }: Pick<Props, 'election'>) {
  return objections.map(({ person, text: objection, createdAt }) => (
    <Flex key={`${person.id} ${createdAt}`} gap="sm" p="sm" bdrs={12} {...getToneProps('warn')}>
      <IconAlertTriangle size={20} aria-hidden />
      <Box miw={0} fz={14} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={700}>
          {electionText.objections}
        </Text>
        {person.fullName}: {objection}
      </Box>
    </Flex>
  ))
}

/** Panel for organisers of an election: the steps possible at its current stage, and the objections of voters. */
export function ElectionOrganiserPanel({ user, election }: Props) {
  const { status, lostEvents, own, trustees, remindedAt, timeZone } = election
  const openNominees = status === 'draft' ? listOpenNominees(election) : []
  const waiting = describeWhatElectionWaitsFor(election)
  const areTrusteesLate = status !== 'draft' && trustees.some(isTrusteeUnready)
  if (status === 'published' || status === 'annulled') return null
  if (status === 'counted' && lostEvents.length === 0) return null
  return (
    <Panel title={text.title}>
      <Stack gap="md">
        <LostLogEventsAlert election={election} />
        {status !== 'counted' && <ObjectionAlerts election={election} />}
        {waiting && (
          <Text size="sm" {...(areTrusteesLate && { p: 'sm', bdrs: 12, ...getToneProps('warn') })}>
            {waiting}
          </Text>
        )}
        {/* An organiser who is entitled to vote sees the count in the card for enrolling. */}
        {status === 'announced' && !own.isEligible && <EnrolledVoterCount election={election} />}
        {openNominees.length > 0 && (
          <Flex gap={8} c="var(--warn-text)">
            <IconClock size={18} aria-hidden />
            <Text size="sm">{text.waitNominees({ names: [...new Set(openNominees)].join(', ') })}</Text>
          </Flex>
        )}
        {remindedAt && isReminderRecent(election) && describeReminder(election) && (
          <Text size="sm" c="dimmed">
            {text.remindedAt({ time: formatDeadline(remindedAt, timeZone), hours: reminderPauseHours })}
          </Text>
        )}
        {status !== 'counted' && (
          <Group gap="xs" className="actions">
            {status === 'draft' ? (
              <DraftElectionButtons user={user} election={election} />
            ) : (
              <>
                <ElectionReminderButton election={election} />
                {status === 'roll_fixed' && (
                  <Button component="a" href={`#${electoralRollId}`} variant="default">
                    {text.seeRoll}
                  </Button>
                )}
                <EarlyClosingButton election={election} />
                <AnnulmentButtons election={election} />
              </>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
