import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ImportDetail } from '#shared/contracts/imports/imports.schemas.ts'
import { can } from '#shared/policies.ts'
import { importText as text } from '#texts/imports.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import styles from './Imports.module.css'
import { useConfirmImport, useDiscardImport, useSubmitImportForConfirmation } from './imports.api.ts'

/** Buttons for an import that is not applied yet. The confirm button states how many lines will be applied. */
export function ImportActionBar({
  user,
  detail,
  onDiscarded,
}: {
  user: CurrentUser
  detail: ImportDetail
  onDiscarded: () => void
}) {
  const { id, status, toWrite, version, counts } = detail
  const [isDecision, setDecision] = useState(false)
  const isPhone = useIsPhone()
  const discard = useDiscardImport(id, onDiscarded)
  const propose = useSubmitImportForConfirmation(id)
  const write = useConfirmImport(id)
  const canConfirm = can(user, 'imports.confirm')
  return (
    <div className={styles.foot}>
      {canConfirm && counts.new > 0 ? (
        <Checkbox
          flex="1 1 320px"
          label={text.decision}
          description={text.decisionHelp}
          checked={isDecision}
          onChange={event => setDecision(event.currentTarget.checked)}
        />
      ) : (
        status === 'proposed' && <Text size="sm">{text.proposedNote}</Text>
      )}
      <div>
        <Text size="sm" fw={700}>
          {text.nothingWritten}
        </Text>
        <Text size="sm" c="dimmed">
          {text.canUndo}
        </Text>
      </div>
      <Group
        gap={8}
        ml={isPhone ? undefined : 'auto'}
        grow={isPhone}
        {...(isPhone && { pos: 'sticky', bottom: 'var(--bar-height)', py: 12, bg: 'var(--page)' })}
        style={{ zIndex: 2 }}
      >
        <Button
          variant="default"
          loading={discard.isPending}
          onClick={() =>
            openConfirmDialog({
              title: text.discardTitle,
              text: text.discardText,
              action: text.discard,
              isDangerous: true,
              onConfirm: () => discard.mutate(),
            })
          }
        >
          {text.discard}
        </Button>
        {canConfirm && (
          <Button
            disabled={toWrite === 0}
            loading={write.isPending}
            onClick={() => write.mutate({ isDecision, toWrite, version })}
          >
            {text.confirm({ count: toWrite })}
          </Button>
        )}
        {!canConfirm && status === 'ready' && (
          <Button disabled={toWrite === 0} loading={propose.isPending} onClick={() => propose.mutate()}>
            {text.propose}
          </Button>
        )}
      </Group>
    </div>
  )
}
