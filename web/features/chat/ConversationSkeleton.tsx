import { Flex, Skeleton } from '@mantine/core'

export function ConversationSkeleton() {
  return (
    <Flex direction="column" justify="flex-end" flex={1} p={20}>
      <Skeleton height={64} width="55%" radius={16} mb={12} />
      <Skeleton height={48} width="40%" radius={16} mb={12} />
      <Skeleton height={64} width="50%" radius={16} ml="auto" />
    </Flex>
  )
}
