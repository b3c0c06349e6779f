import { Button, Loader } from '@mantine/core'
import { chatText as text } from '#texts/conversations.ts'
import styles from '#web/features/chat/Chat.module.css'

/** Shown above the oldest message: a loading indicator, or a retry button after a failed request. */
export function OlderMessagesLoader({ isLost, onLoad }: { isLost: boolean; onLoad: () => void }) {
  return (
    <div className={styles.older}>
      {isLost ? (
        <Button size="compact-sm" variant="default" onClick={onLoad}>
          {text.loadOlder}
        </Button>
      ) : (
        <Loader size="sm" aria-label={text.loadingOlder} />
      )}
    </div>
  )
}
