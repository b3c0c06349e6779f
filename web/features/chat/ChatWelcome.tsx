import { Box, Button, Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconMessagePlus, IconUsersPlus, IconVideo } from '@tabler/icons-react'
import { chatText as text } from '#texts/conversations.ts'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import styles from './Chat.module.css'

/** Placeholder of the conversation panel while no conversation is open. Its buttons are disabled while offline. */
export function ChatWelcome({
  isListMissing,
  onStart,
  onCall,
  onCreate,
}: {
  /** Whether loading the list of conversations failed. If so, the list's retry button is the main action. */
  isListMissing: boolean
  onStart: () => void
  onCall: () => void
  onCreate: () => void
}) {
  const { online: isOnline } = useNetwork()
  return (
    <section className={styles.welcome} aria-label={text.welcome}>
      <AppLogo size={72} />
      <Box component="h2" fz={22}>
        {text.welcome}
      </Box>
      {!isListMissing && (
        <Text c="dimmed" ta="center" maw={420}>
          {isOnline ? text.welcomeHint : text.welcomeHintOffline}
        </Text>
      )}
      <Group justify="center" className={styles.welcomeButtons}>
        <Button
          id="start-conversation"
          variant={isListMissing ? 'default' : 'filled'}
          disabled={!isOnline}
          leftSection={<IconMessagePlus size={18} aria-hidden />}
          onClick={onStart}
        >
          {text.startConversation}
        </Button>
        <Button
          id="video-call"
          variant="default"
          disabled={!isOnline}
          leftSection={<IconVideo size={18} aria-hidden />}
          onClick={onCall}
        >
          {text.videoCall}
        </Button>
        <Button
          id="welcome-new-group"
          variant="default"
          disabled={!isOnline}
          leftSection={<IconUsersPlus size={18} aria-hidden />}
          onClick={onCreate}
        >
          {text.newGroup}
        </Button>
      </Group>
    </section>
  )
}
