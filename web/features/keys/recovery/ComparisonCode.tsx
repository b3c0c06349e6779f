import { Text } from '@mantine/core'
import styles from '#web/features/keys/Keys.module.css'
import { formatLinkComparisonCode } from '#web/lib/e2ee/keys/link-comparison.ts'

/** Shows the six digits that the user compares with the digits on the other device. */
export function ComparisonCode({ label, code }: { label: string; code: string }) {
  return (
    <section aria-label={label} className={styles.comparison}>
      <Text className={styles.comparisonCode} translate="no">
        {formatLinkComparisonCode(code)}
      </Text>
    </section>
  )
}
