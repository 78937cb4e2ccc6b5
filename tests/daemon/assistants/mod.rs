//! The door for assistants (`qbcoach mcp`) and the method it stands on, which carries out
//! several actions or none. The official clients use the door in `tests/outside`.

mod action_lists;
mod facts;
mod rights;

use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, Framing, StdioDaemon};

/// An assistant: a process of `qbcoach mcp` and what is said to it.
pub struct Assistant {
    client: Client,
    process: StdioDaemon,
}

pub struct ToolAnswer {
    pub text: String,
    pub data: Value,
    pub is_refused: bool,
    /// Of the whole answer.
    pub bytes: usize,
}

impl Assistant {
    pub fn start(arguments: &[&str]) -> Assistant {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
        command.arg("mcp").args(arguments);
        let (process, mut client) = StdioDaemon::spawn(command, Framing::Lines);
        let greeting = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let greeted = client.ask("initialize", greeting).expect("a greeting");
        assert_eq!(greeted["serverInfo"]["name"], "qbcoach");
        client.notify("notifications/initialized", json!({}));
        Assistant { client, process }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let answer = self.client.ask(method, params);
        answer.map_err(|error| error.reason().to_owned())
    }

    pub fn call(&mut self, tool: &str, input: Value) -> ToolAnswer {
        let params = json!({ "name": tool, "arguments": input });
        let answer = self.client.ask("tools/call", params).expect("an answer");
        ToolAnswer {
            text: answer["content"][0]["text"]
                .as_str()
                .expect("a text")
                .to_owned(),
            data: answer["structuredContent"].clone(),
            is_refused: answer["isError"] == true,
            bytes: answer.to_string().len(),
        }
    }

    /// Closes the input and waits for the end of the process.
    pub fn leave(self) {
        self.process.close_input();
        assert!(self.process.wait().success());
    }

    /// The names of the tools.
    pub fn tools(&mut self) -> Vec<String> {
        let tools = self.client.ask("tools/list", json!({})).expect("a list");
        let tools = tools["tools"].as_array().expect("a list").iter();
        tools
            .map(|tool| tool["name"].as_str().expect("a name").to_owned())
            .collect()
    }
}
