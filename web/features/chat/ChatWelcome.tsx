import { Box, Button, Group, Text } from '@mantine/core'
import { IconMessagePlus, IconUsersPlus, IconVideo } from '@tabler/icons-react'
import { chatText as text } from '#texts/conversations.ts'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import styles from './Chat.module.css'

/** Placeholder of the conversation panel while no conversation is open. */
export function ChatWelcome({
  onStart,
  onCall,
  onCreate,
}: {
  onStart: () => void
  onCall: () => void
  onCreate: () => void
}) {
  return (
    <section className={styles.welcome} aria-label={text.welcome}>
      <AppLogo size={72} />
      <Box component="h2" fz={22}>
        {text.welcome}
      </Box>
      <Text c="dimmed" ta="center" maw={420}>
        {text.welcomeHint}
      </Text>
      <Group justify="center" className={styles.welcomeButtons}>
        <Button
          id="start-conversation"
          leftSection={<IconMessagePlus size={18} aria-hidden />}
          onClick={onStart}
        >
          {text.startConversation}
        </Button>
        <Button
          id="video-call"
          variant="default"
          leftSection={<IconVideo size={18} aria-hidden />}
          onClick={onCall}
        >
          {text.videoCall}
        </Button>
        <Button
          id="welcome-new-group"
          variant="default"
          leftSection={<IconUsersPlus size={18} aria-hidden />}
          onClick={onCreate}
        >
          {text.newGroup}
        </Button>
      </Group>
    </section>
  )
}
