import { Anchor, Button, Flex, Text } from '@mantine/core'
import { IconExternalLink, IconWorld } from '@tabler/icons-react'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { publicText as text } from '#texts/activities.ts'
import { useSetActivityPageVisibility } from '#web/features/activities/activities.api.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import styles from './Share.module.css'

/** Switch with which organizers publish the activity on a public page that needs no account. */
export function PublicActivityPageSwitch({ activity: { id, publicUrl } }: { activity: ActivityDetail }) {
  const publish = useSetActivityPageVisibility(id)
  const confirmChange = () =>
    openConfirmDialog(
      publicUrl
        ? {
            title: text.close,
            text: text.closeConfirm,
            action: text.close,
            isDangerous: true,
            onConfirm: () => publish.mutate(false),
          }
        : {
            title: text.open,
            text: text.openConfirm,
            action: text.open,
            onConfirm: () => publish.mutate(true),
          },
    )
  return (
    <Flex
      aria-label={text.title}
      component="section"
      direction="column"
      gap={10}
      pt={14}
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Text fw={600} size="sm" className={styles.head}>
        <IconWorld size={18} aria-hidden /> {text.title}
      </Text>
      <Text size="xs" c="dimmed">
        {publicUrl ? text.isOpen : text.isClosed}
      </Text>
      {publicUrl && (
        <Anchor href={publicUrl} target="_blank" size="sm" className={`lone ${styles.head}`}>
          {text.look} <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
      <Button
        variant={publicUrl ? 'subtle' : 'default'}
        color={publicUrl ? 'red' : undefined}
        loading={publish.isPending}
        onClick={confirmChange}
      >
        {publicUrl ? text.close : text.open}
      </Button>
    </Flex>
  )
}
