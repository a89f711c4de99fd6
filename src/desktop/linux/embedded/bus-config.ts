import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Services that are installed on many machines, that the bus would start when an app merely looks for them, and that
 * harm an embedded desktop: portals and the keyring ask a person or wait for a desktop shell (25 s a call), gvfs
 * mounts a file system below the runtime folder, which then cannot be removed. A call to one of them fails at once.
 */
const masked = [
  'org.freedesktop.portal.Desktop',
  'org.freedesktop.portal.Documents',
  'org.freedesktop.impl.portal.PermissionStore',
  'org.freedesktop.secrets',
  'org.freedesktop.systemd1',
  'org.gnome.keyring',
  'org.gtk.vfs.Daemon',
]

/** The first service file with a name wins, and the folder with these comes first in the bus's list. */
export async function writeMaskedServices(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  for (const name of masked) {
    await writeFile(join(folder, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=/bin/false\n`)
  }
}

/** Configuration of a session bus that only this desktop knows. No `session.d`: a host's rules must not reach in. */
export function sessionBusConfig(paths: { socket: string; masked: string }): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>${busAddress(paths.socket)}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${escapeXml(paths.masked)}</servicedir>
  <standard_session_servicedirs/>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}

/** D-Bus address of a socket; bytes outside the specification's optionally-escaped set are escaped. */
export function busAddress(socket: string): string {
  const escaped = Buffer.from(socket)
    .toString('latin1')
    .replace(/[^-0-9A-Za-z_/.*]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `unix:path=${escaped}`
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
