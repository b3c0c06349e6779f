import '@mantine/core/styles/Kbd.css'
import { Button, Kbd } from '@mantine/core'
import { queuePageSize } from '#web/features/users/users.api.ts'
import { Pager } from '#web/ui/list/Pager.tsx'
import styles from './ApprovalQueue.module.css'
import { queueText as text } from './approval-queue.text.ts'

/** Pager and keyboard hints below the list of pending applicants. */
export function ApprovalQueueFooter({
  page,
  remaining = 0,
  isCapped,
  onPage,
  onHelp,
}: {
  page: number
  /** Number of applicants without a decision. The pager is hidden when one page holds all of them. */
  remaining: number | undefined
  isCapped: boolean | undefined
  onPage: (page: number) => void
  onHelp: () => void
}) {
  return (
    <div className={styles.foot}>
      <Pager
        list={text.title}
        page={page}
        pageSize={queuePageSize}
        total={remaining > queuePageSize ? remaining : 0}
        isCapped={isCapped}
        isNarrow
        onChange={onPage}
      />
      <span className={styles.hints}>
        <Kbd>J</Kbd> <Kbd>K</Kbd> {text.move}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onHelp}>
          <Kbd mr={6}>?</Kbd> {text.keys}
        </Button>
      </span>
    </div>
  )
}
