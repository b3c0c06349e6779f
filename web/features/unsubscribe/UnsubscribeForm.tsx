import { Button, Card, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { unsubscribe } from '#shared/contracts/unsubscribe/unsubscribe.endpoints.ts'
import { unsubscribeText as text } from '#texts/unsubscribe.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/feedback/ResultMessages.tsx'

/** Form that ends announcement mail after a click. Opening the link does not, because mail scanners open links. */
export function UnsubscribeForm({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callEndpoint(unsubscribe, { params: { token } }),
  })
  return (
    <Card>
      {isSuccess ? (
        <SuccessMessage message={text.done} />
      ) : (
        <Stack>
          <Text>{text.intro}</Text>
          <FailureMessage error={error} otherwise={text.failed} />
          <Button size="md" disabled={isPending} onClick={() => mutate()}>
            {isPending ? text.submitting : text.submit}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
