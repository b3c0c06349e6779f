import '@mantine/core/styles/Kbd.css'
import { Kbd, Modal } from '@mantine/core'
import styles from './ReviewQueue.module.css'

interface Props {
  title: string
  /** Keyboard shortcuts of a screen: the keys, each with a description of their effect. */
  keys: readonly (readonly string[])[]
  isOpen: boolean
  onClose: () => void
}

/** Dialog that lists the keyboard shortcuts of a screen. */
export function KeyboardShortcutDialog({ title, keys, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <dl className={styles.keys}>
        {keys.map(([key, description]) => (
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
