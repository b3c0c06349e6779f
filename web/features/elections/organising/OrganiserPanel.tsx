import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { electionText, organiserText as text } from '#texts/elections.ts'
import {
  useAnnounceElection,
  useCloseElection,
  useConfirmAnnulment,
  useConfirmRoll,
  useDeleteElection,
  useProposeAnnulment,
  usePublishElection,
  useWithdrawAnnulment,
} from '#web/features/elections/elections.api.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const ElectionDialog = createLazyOverlay(async () => (await import('./ElectionDialog.tsx')).ElectionDialog)
const ReasonDialog = createLazyOverlay(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)

interface Props {
  user: CurrentUser
  election: ElectionDetail
}

function DraftButtons({ user, election }: Props) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const remove = useDeleteElection(election.id)
  const announce = useAnnounceElection(election.id)
  const confirmRemoval = () =>
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
      text: text.announceConfirm,
      action: text.announce,
      onConfirm: () => announce.mutate(),
    })
  return (
    <>
      <Button loading={announce.isPending} onClick={confirmAnnouncement}>
        {text.announce}
      </Button>
      <Button variant="default" onClick={() => setEditing(true)}>
        {text.edit}
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={confirmRemoval}>
        {text.remove}
      </Button>
      {isEditing && <ElectionDialog user={user} election={election} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Proposal of an annulment, which a second person confirms or the organisers withdraw. */
function AnnulmentButtons({ election }: Pick<Props, 'election'>) {
  const [isProposing, setProposing] = useState(false)
  const propose = useProposeAnnulment(election.id)
  const confirm = useConfirmAnnulment(election.id)
  const withdraw = useWithdrawAnnulment(election.id)
  if (!election.annulmentProposedBy) {
    return (
      <>
        <Button variant="default" onClick={() => setProposing(true)}>
          {text.annul}
        </Button>
        {isProposing && (
          <ReasonDialog
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

function StepButtons({ election }: Pick<Props, 'election'>) {
  const [isClosing, setClosing] = useState(false)
  const confirmRoll = useConfirmRoll(election.id)
  const close = useCloseElection(election.id)
  const publish = usePublishElection(election.id)
  return (
    <>
      {election.status === 'roll_fixed' && !election.rollConfirmedAt && (
        <Button loading={confirmRoll.isPending} onClick={() => confirmRoll.mutate()}>
          {text.confirmRoll}
        </Button>
      )}
      {election.status === 'open' && (
        <Button variant="default" onClick={() => setClosing(true)}>
          {text.close}
        </Button>
      )}
      {election.status === 'counted' && (
        <Button loading={publish.isPending} onClick={() => publish.mutate()}>
          {text.publish}
        </Button>
      )}
      {isClosing && (
        <ReasonDialog
          title={text.close}
          help={text.closeHelp}
          sending={close}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}

/** One sentence on what the election waits for. */
function describeWait({ status, trustees, rollConfirmedAt, opensAt, timeZone }: ElectionDetail) {
  if (status === 'draft') return text.draft
  if (status !== 'announced' && status !== 'roll_fixed') return undefined
  if (trustees.some(({ readyAt }) => readyAt === null)) return text.waitTrustees
  if (status === 'roll_fixed' && !rollConfirmedAt) return text.confirmRollHelp
  return text.waitOpening({ time: formatPeriodInZone({ startDate: opensAt, endDate: null }, timeZone) })
}

/** What the organiser can do in the present state, and the objections of voters. */
export function OrganiserPanel({ user, election }: Props) {
  const { status, objections } = election
  if (status === 'published' || status === 'annulled') return null
  return (
    <Panel title={text.title}>
      <Stack gap="md">
        {describeWait(election) && <Text size="sm">{describeWait(election)}</Text>}
        {objections.map(({ person, text: objection, createdAt }) => (
          <Alert key={`${person.id} ${createdAt}`} color="orange" title={electionText.objections}>
            {person.fullName}: {objection}
          </Alert>
        ))}
        <Group gap="xs">
          {status === 'draft' ? (
            <DraftButtons user={user} election={election} />
          ) : (
            <>
              <StepButtons election={election} />
              <AnnulmentButtons election={election} />
            </>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}
