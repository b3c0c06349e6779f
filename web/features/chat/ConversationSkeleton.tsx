import { Flex, Skeleton } from '@mantine/core'
import styles from './Chat.module.css'

export function ConversationSkeleton() {
  return (
    <Flex direction="column" justify="flex-end" className={styles.trouble}>
      <Skeleton height={64} width="55%" radius={16} mb={12} />
      <Skeleton height={48} width="40%" radius={16} mb={12} />
      <Skeleton height={64} width="50%" radius={16} ml="auto" />
    </Flex>
  )
}
