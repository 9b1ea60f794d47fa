//! Ready-made configuration for the clients people use: one binary, started directly, with absolute paths.

use std::{fmt, path::Path, str::FromStr};

use serde_json::{Value, json};

/// A client that starts servers by a configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The desktop application of Claude.
    ClaudeDesktop,
    /// Claude Code.
    ClaudeCode,
    /// The editor Cursor.
    Cursor,
    /// The extension Cline.
    Cline,
    /// Visual Studio Code.
    VsCode,
}

/// No client of this name is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a known client; known are {}", Client::ALL.map(Client::name).join(", "))]
pub struct UnknownClient;

/// The name under which clients list the server.
const SERVER: &str = "memoryos";

impl Client {
    /// Every client.
    pub const ALL: [Self; 5] =
        [Self::ClaudeDesktop, Self::ClaudeCode, Self::Cursor, Self::Cline, Self::VsCode];

    /// Its name, as people type it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "claude-desktop",
            Self::ClaudeCode => "claude-code",
            Self::Cursor => "cursor",
            Self::Cline => "cline",
            Self::VsCode => "vscode",
        }
    }

    /// Where its configuration goes, in a sentence.
    pub const fn place(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => {
                "put it into claude_desktop_config.json (Settings → Developer → Edit Config), which lies in \
                 ~/Library/Application Support/Claude on macOS, %APPDATA%\\Claude on Windows, ~/.config/Claude on Linux; \
                 then restart Claude"
            }
            Self::ClaudeCode => {
                "put it into .mcp.json in the project's folder, or for all projects into ~/.claude.json"
            }
            Self::Cursor => "put it into ~/.cursor/mcp.json, or .cursor/mcp.json in the project's folder",
            Self::Cline => {
                "put it into cline_mcp_settings.json (MCP Servers → Configure → Configure MCP Servers)"
            }
            Self::VsCode => {
                "put it into .vscode/mcp.json in the project's folder, or into the one that the command \
                 “MCP: Open User Configuration” opens"
            }
        }
    }

    /// The configuration that starts `program` with `arguments`.
    pub fn config(self, program: &Path, arguments: &[String]) -> Value {
        let command = program.display().to_string();
        let mut server = json!({"command": command, "args": arguments});
        match self {
            Self::ClaudeDesktop | Self::Cursor => {}
            Self::ClaudeCode | Self::VsCode => server["type"] = json!("stdio"),
            Self::Cline => {
                server["disabled"] = json!(false);
                // Recalling asks for no permission each time; what adds to the memory does.
                server["autoApprove"] = json!([
                    "retrieve_memory",
                    "get_user_profile",
                    "search_memories",
                    "list_segments",
                    "memory_status"
                ]);
            }
        }
        let servers = if self == Self::VsCode { "servers" } else { "mcpServers" };
        json!({ servers: { SERVER: server } })
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Client {
    type Err = UnknownClient;

    /// The client of this [`name`](Self::name).
    fn from_str(name: &str) -> Result<Self, UnknownClient> {
        Self::ALL.into_iter().find(|client| client.name() == name).ok_or(UnknownClient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_gets_the_binary_itself_under_the_key_it_looks_for() {
        let check = |client: Client, pointer: &str| {
            let config = client.config(Path::new("/opt/memory os/memoryos"), &["mcp".to_owned()]);
            let server = config.pointer(pointer).expect("a server under that key");
            assert_eq!(server["command"], "/opt/memory os/memoryos");
            assert_eq!(server["args"], json!(["mcp"]));
            assert_eq!(client.name().parse(), Ok(client));
        };
        check(Client::ClaudeDesktop, "/mcpServers/memoryos");
        check(Client::ClaudeCode, "/mcpServers/memoryos");
        check(Client::Cursor, "/mcpServers/memoryos");
        check(Client::Cline, "/mcpServers/memoryos");
        check(Client::VsCode, "/servers/memoryos");
    }

    #[test]
    fn the_documented_configuration_is_the_one_that_is_printed() {
        const DOCUMENT: &str = include_str!("../../../docs/mcp.md");
        let config = Client::ClaudeDesktop.config(Path::new("/usr/local/bin/memoryos"), &["mcp".to_owned()]);
        assert!(DOCUMENT.contains(&format!("```json\n{config:#}\n```")), "{config:#}");
        for client in Client::ALL {
            assert!(DOCUMENT.contains(client.name()), "{client}");
        }
    }
}
