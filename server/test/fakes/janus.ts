// Starts a real Janus media server, configured as operators do, if the Debian package `janus` is installed.
// The API of Janus is reachable from this machine only and requires a secret; creating a room requires a key.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const janusBinary = process.env.JANUS ?? '/usr/bin/janus'
/** Debian installs the Janus plugins into a folder named after the processor architecture. */
const videoroom = readdirSync('/usr/lib')
  .map(folder => join('/usr/lib', folder, 'janus/plugins/libjanus_videoroom.so'))
  .find(file => existsSync(file))

export const hasJanus = existsSync(janusBinary) && videoroom !== undefined

const secrets = { JANUS_SECRET: 'rahsia-janus-untuk-ujian', JANUS_ROOM_KEY: 'kunci-bilik-untuk-ujian' }

function writeConfiguration(folder: string, port: number): void {
  const plugins = dirname(videoroom ?? '')
  const transports = join(dirname(plugins), 'transports')
  const listOtherModules = (path: string, wanted: string) =>
    readdirSync(path)
      .filter(name => name.endsWith('.so') && name !== wanted)
      .join(',')
  writeFileSync(
    join(folder, 'janus.jcfg'),
    `general: {
  configs_folder = "${folder}"
  plugins_folder = "${plugins}"
  transports_folder = "${transports}"
  events_folder = "${folder}/none"
  loggers_folder = "${folder}/none"
  debug_level = 2
  api_secret = "${secrets.JANUS_SECRET}"
}
nat: { ice_lite = true
  keep_private_host = true
  ice_enforce_list = "lo" }
plugins: { disable = "${listOtherModules(plugins, 'libjanus_videoroom.so')}" }
transports: { disable = "${listOtherModules(transports, 'libjanus_http.so')}" }
`,
  )
  writeFileSync(
    join(folder, 'janus.transport.http.jcfg'),
    `general: { json = "compact"
  base_path = "/janus"
  http = true
  port = ${port}
  ip = "127.0.0.1"
  https = false }
admin: { admin_http = false }
`,
  )
  writeFileSync(
    join(folder, 'janus.plugin.videoroom.jcfg'),
    `general: { admin_key = "${secrets.JANUS_ROOM_KEY}" }\n`,
  )
}

/**
 * Starts the Janus media server and resolves once its API responds.
 * `folder` is its working folder, also for recordings.
 */
export async function startFakeJanusServer(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'janus-'))
  writeConfiguration(folder, port)
  const running = spawn(janusBinary, ['-C', join(folder, 'janus.jcfg'), '-F', folder], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/janus`
  for (let tries = 0; ; tries++) {
    const info = await fetch(`${url}/info`).catch(() => undefined)
    if (info?.ok) break
    if (tries > 100 || running.exitCode !== null) throw new Error('Janus does not start')
    await sleep(100)
  }
  return {
    folder,
    settings: { JANUS_URL: url, ...secrets },
    stop: async () => {
      running.kill()
      if (running.exitCode === null) await once(running, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
