import { Text } from '@mantine/core'
import styles from '#web/features/keys/Keys.module.css'
import { formatLinkComparisonCode } from '#web/lib/e2ee/keys/link-comparison.ts'

/** Shows six digits, which the user compares with those on the other device before keys are transferred. */
export function DeviceLinkComparisonCode({ label, code }: { label: string; code: string }) {
  return (
    <section aria-label={label} className={styles.comparison}>
      <Text className={styles.comparisonCode} translate="no">
        {formatLinkComparisonCode(code)}
      </Text>
    </section>
  )
}
