import { Button, Loader } from '@mantine/core'
import styles from './Chat.module.css'
import { chatText as text } from './chat.text.ts'

/** Stands where older ones will: they are on their way, or have to be asked for once more. */
export function OlderMessages({ isLost, onLoad }: { isLost: boolean; onLoad: () => void }) {
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
