import { Skeleton } from '@mantine/core'
import styles from './Shell.module.css'
import skeleton from './ShellSkeleton.module.css'
import { shellText } from './shell.text.ts'

const keys = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The shape of what comes, while the person is being looked up. */
export function ShellSkeleton() {
  return (
    <div role="status" aria-label={shellText.loading}>
      <div className={skeleton.header}>
        <Skeleton height={28} width={150} />
        <Skeleton height={38} width={38} circle />
      </div>
      <div className={styles.aside}>
        <div className={skeleton.entries}>
          {keys(8).map(key => (
            <Skeleton key={key} height={36} radius={10} />
          ))}
        </div>
      </div>
      <div className={styles.main}>
        <Skeleton height={30} width={260} mb="lg" />
        <div className={skeleton.cards}>
          {keys(4).map(key => (
            <Skeleton key={key} height={130} radius={16} />
          ))}
        </div>
      </div>
    </div>
  )
}
