import { Button, Group, Stack, Text } from '@mantine/core'
import type { PayeeRow } from '#shared/contracts/fees/payees.schemas.ts'
import { formatIban } from '#shared/payments/iban.ts'
import { payText, payeeText as text } from '#texts/fee-payments.ts'
import { useConfirmPayee, useDeclinePayee } from '#web/features/fees/fee-payments.api.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import type { Tone } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'

const tones: Record<PayeeRow['status'], Tone> = {
  proposed: 'warn',
  active: 'good',
  retired: 'neutral',
  declined: 'bad',
}

const template = { sm: 'repeat(2, minmax(0, 1fr))' }

type PayeeStep = [label: string, timestamp: string, person?: string]

/** Lists the history of a bank account for fees: proposal, decision and replacement, each with person and time. */
function listPayeeSteps({
  proposedBy,
  createdAt,
  decidedBy,
  decidedAt,
  retiredAt,
  status,
}: PayeeRow): PayeeStep[] {
  const steps: PayeeStep[] = [[text.proposedBy, createdAt, proposedBy]]
  if (decidedBy && decidedAt)
    steps.push([status === 'declined' ? text.declinedBy : text.decidedBy, decidedAt, decidedBy])
  if (retiredAt) steps.push([text.retired, retiredAt])
  return steps
}

function PayeeDecisionButtons({ payee }: { payee: PayeeRow }) {
  const confirm = useConfirmPayee()
  const decline = useDeclinePayee()
  const isBusy = confirm.isPending || decline.isPending
  const askToConfirmPayee = () =>
    openConfirmDialog({
      title: text.confirmTitle,
      text: text.confirmHelp,
      action: text.confirm,
      onConfirm: () => confirm.mutate(payee.id),
    })
  return (
    <>
      {!payee.canConfirm && (
        <Text size="sm">{payee.isOwnProposal ? text.ownProposal : text.notApprover}</Text>
      )}
      <Group gap="sm" mt={4}>
        {payee.canConfirm && (
          <Button h={44} disabled={isBusy} onClick={askToConfirmPayee}>
            {text.confirm}
          </Button>
        )}
        <Button h={44} variant="default" disabled={isBusy} onClick={() => decline.mutate(payee.id)}>
          {payee.isOwnProposal ? text.withdraw : text.decline}
        </Button>
      </Group>
    </>
  )
}

/** Card of a bank account for fees with its history. A proposed account has buttons to accept or reject it. */
export function PayeeCard({ payee }: { payee: PayeeRow }) {
  const isIban = payee.kind === 'iban'
  const number = payee.accountNumber
  const details: [label: string, value: string | null][] = [
    [isIban ? payText.iban : payText.accountNumber, number && isIban ? formatIban(number) : number],
    [
      text.codeOf,
      payee.scheme && text.scheme({ scheme: payee.scheme, merchant: payee.merchantName ?? payee.holder }),
    ],
    [isIban ? payText.bic : payText.bankCode, payee.bankCode],
    [payText.bank, payee.bank],
    [text.currency, payee.currency],
  ]
  return (
    <Stack gap={8} py={14} style={{ borderTop: '1px solid var(--line)' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {payee.holder}
        </Text>
        <ColouredBadge tone={tones[payee.status]}>{text.statuses[payee.status]}</ColouredBadge>
      </Group>
      <Columns
        component="dl"
        template={template}
        gap={8}
        m={0}
        className="tabular"
        c={payee.status === 'retired' || payee.status === 'declined' ? 'dimmed' : undefined}
      >
        {details.map(
          ([label, value]) =>
            value && (
              <LabelledValue key={label} label={label}>
                {value}
              </LabelledValue>
            ),
        )}
        {listPayeeSteps(payee).map(([label, timestamp, person]) => (
          <LabelledValue key={label} label={label}>
            <DotSeparatedList parts={[person, formatDateTime(timestamp)]} />
          </LabelledValue>
        ))}
      </Columns>
      {payee.status === 'proposed' && <PayeeDecisionButtons payee={payee} />}
    </Stack>
  )
}
