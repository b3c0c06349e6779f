import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconMailForward } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ImportDetail, ImportOutcome } from '#shared/contracts/imports/imports.schemas.ts'
import { can } from '#shared/policies.ts'
import { outcomeLabels, importText as text } from '#texts/imports.ts'
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { useInviteImportedMembers, useUndoImport } from './imports.api.ts'

/** Result of an applied import, with buttons to invite the created members or to undo the import. */
export function AppliedImportResultCard({ user, detail }: { user: CurrentUser; detail: ImportDetail }) {
  const undo = useUndoImport(detail.id)
  const invite = useInviteImportedMembers(detail.id)
  const { outcomes, status, waiting, isInviting, invited, confirmedBy, confirmedAt } = detail
  const nonZeroOutcomes = (Object.keys(outcomeLabels) as ImportOutcome[]).filter(
    outcome => outcomes[outcome] > 0,
  )
  const canConfirm = can(user, 'imports.confirm')
  return (
    <Card component="section" aria-label={text.result} mb="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Text fw={700}>
            {nonZeroOutcomes
              .map(outcome => `${outcomeLabels[outcome]}: ${formatNumber(outcomes[outcome])}`)
              .join(' · ')}
          </Text>
          {confirmedBy && confirmedAt && (
            <Text size="sm" c="dimmed">
              {text.confirmedBy({ name: confirmedBy, when: formatDateTime(confirmedAt) })}
            </Text>
          )}
          {status === 'done' && waiting > 0 && !isInviting && (
            <Text size="sm">{text.waiting({ count: waiting })}</Text>
          )}
          {isInviting && (
            <Text size="sm" role="status">
              {text.inviting({ invited })}
            </Text>
          )}
          {status === 'stopped' && <Alert color="emas">{text.stoppedNote}</Alert>}
        </Stack>
        {canConfirm && (status === 'done' || status === 'stopped') && (
          <Group>
            {status === 'done' && waiting > 0 && !isInviting && (
              <Button
                leftSection={<IconMailForward size={18} aria-hidden />}
                loading={invite.isPending}
                onClick={() =>
                  openConfirmDialog({
                    title: text.inviteTitle,
                    text: text.inviteText({ count: waiting }),
                    action: text.invite({ count: waiting }),
                    onConfirm: () => invite.mutate(),
                  })
                }
              >
                {text.invite({ count: waiting })}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              loading={undo.isPending}
              onClick={() =>
                openConfirmDialog({
                  title: text.undoTitle,
                  text: text.undoText,
                  action: text.undo,
                  isDangerous: true,
                  onConfirm: () => undo.mutate(),
                })
              }
            >
              {text.undo}
            </Button>
          </Group>
        )}
      </Group>
    </Card>
  )
}
