import { Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import styles from './LateDialog.module.css'

/** For a dialog or a drawer that is fetched when it is opened: over a bad network one sees that it is on its way. */
export function LateDialog({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className={styles.coming} role="status" aria-label="Sebentar…">
          <Loader />
        </div>
      }
    >
      {children}
    </Suspense>
  )
}
