//! What monitoring learns about this node.

use super::Nodes;
use crate::documents::Documents;
use qbcoach_sessions::{AnyGame, Sessions};

impl Nodes {
    /// Added to the other metrics: before their end mark, which comes last.
    pub fn add_metrics(&self, text: &mut String, sessions: &Sessions<AnyGame, Documents>) {
        let info = self.info(sessions);
        let end = text.rfind("# EOF").unwrap_or(text.len());
        let rest = text.split_off(end);
        text.push_str(&format!(
            "# HELP qbcoach_node This node.\n# TYPE qbcoach_node gauge\n\
             qbcoach_node{{id=\"{}\",name=\"{}\",address=\"{}\"}} 1\n",
            info.id,
            plain(&info.name),
            plain(&info.address)
        ));
        let gauges = [
            (
                "node_holds_lease",
                "Whether the lease of this node holds",
                u64::from(info.holds_lease),
            ),
            (
                "sessions_owned",
                "Sessions in memory that this node owns",
                info.owned,
            ),
            (
                "sessions_followed",
                "Sessions in memory that another node owns",
                info.followed,
            ),
            (
                "upstream_subscriptions",
                "Sessions followed at other nodes",
                info.upstream,
            ),
            (
                "nodes",
                "Nodes whose lease holds, this one included",
                info.others.len() as u64 + 1,
            ),
        ];
        for (name, help, value) in gauges {
            text.push_str(&format!(
                "# HELP qbcoach_{name} {help}.\n# TYPE qbcoach_{name} gauge\nqbcoach_{name} {value}\n"
            ));
        }
        let owners = sessions.owner_counts();
        text.push_str(
            "# HELP qbcoach_sessions_of_owner Sessions in memory by the node that owns them.\n\
             # TYPE qbcoach_sessions_of_owner gauge\n",
        );
        let others = owners.elsewhere.iter();
        let others = others.map(|(id, (name, count))| (id.number(), name.as_str(), *count));
        let mine = (info.id, info.name.as_str(), owners.here);
        for (id, name, count) in std::iter::once(mine).chain(others) {
            let name = plain(name);
            text.push_str(&format!(
                "qbcoach_sessions_of_owner{{id=\"{id}\",name=\"{name}\"}} {count}\n"
            ));
        }
        text.push_str(&format!(
            "# HELP qbcoach_forwarded Requests that the owner of a session answered.\n\
             # TYPE qbcoach_forwarded counter\nqbcoach_forwarded_total {}\n",
            info.forwarded
        ));
        text.push_str(&rest);
    }
}

/// A text that needs no quoting inside of a label.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|letter| !['"', '\\', '\n'].contains(letter))
        .collect()
}
