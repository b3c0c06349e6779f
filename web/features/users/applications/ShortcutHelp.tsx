import '@mantine/core/styles/Kbd.css'
import { Kbd, Modal } from '@mantine/core'
import { queueText as text } from '#texts/approval-queue.ts'
import styles from '#web/ui/layout/ReviewQueue.module.css'

/** Dialog that lists the keyboard shortcuts of the approval queue. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={text.keysTitle}>
      <dl className={styles.keys}>
        {text.keyList.map(([key, description]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
