import type { SiteConfig } from '../../config-file.ts'

/** The settings that a site begins with: what the configuration file says of its widget. Saved settings stand over them. */
export function startingSettings(site: SiteConfig): Record<string, unknown> {
  const { brand, home, launcher } = site.widget
  return {
    businessName: site.name,
    website: site.website,
    allowedOrigins: site.allowedOrigins,
    ...(brand?.agentName === undefined ? {} : { botName: brand.agentName }),
    ...(brand?.accent === undefined ? {} : { accent: brand.accent }),
    ...(launcher?.position === undefined ? {} : { position: launcher.position }),
    ...(launcher?.icon === undefined ? {} : { launcherIcon: launcher.icon }),
    ...(home === undefined ? {} : { home }),
    // What has a setting of its own above, the section leaves out.
    widget: site.widget,
  }
}
